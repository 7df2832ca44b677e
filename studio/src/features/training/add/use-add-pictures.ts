import { useQueryClient } from '@tanstack/react-query';
import {
  addToDataset,
  type Dataset,
  itemsOf,
  refreshDataset,
  removeFromDataset,
} from '../../../api/datasets';
import { notifyDone } from '../../../ui/notify';
import { addWords as words } from './words';

/** Copies pictures into a dataset, then says how many and offers to undo it. Those already in it keep their captions. */
export function useAddPictures() {
  const queries = useQueryClient();
  return async ({ id, name }: Dataset, paths: readonly string[], caption: string) => {
    const present = new Set((await itemsOf(id)).map((item) => item.name));
    const missing = paths.filter((path) => !present.has(path));
    if (missing.length === 0) {
      notifyDone(words.allThere(paths.length, name));
      return;
    }
    const { changed } = await addToDataset(id, missing, caption);
    const undo = async () => {
      await removeFromDataset(id, changed);
      await refreshDataset(queries, id);
    };
    notifyDone(words.added(changed.length, paths.length - missing.length, name), { undo });
    await refreshDataset(queries, id);
  };
}
