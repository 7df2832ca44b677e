import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type Dataset,
  refreshDataset,
  undoCaptions,
  useCaptionVersions,
} from '../../../api/datasets';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone, notifyError } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import { datasetWords } from './words';

const { captions: words } = datasetWords;

/** Undoes the newest change of captions; nothing while there is none. */
export function UndoCaptions({ dataset }: { readonly dataset: Dataset }) {
  const queries = useQueryClient();
  const { data: versions = [] } = useCaptionVersions(dataset.id);
  const { isBusy, run } = useSubmitting(async () => {
    const undone = await undoCaptions(dataset.id).catch(notifyError);
    if (undone) notifyDone(words.undone(undone.changed_count));
    await refreshDataset(queries, dataset.id);
  });
  if (versions.length === 0) return null;
  return (
    <IconAction
      icon={IconArrowBackUp}
      label={words.undo}
      loading={isBusy}
      onClick={() => void run()}
    />
  );
}
