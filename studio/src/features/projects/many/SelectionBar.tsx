import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ProjectTree } from '../../../api/projects';
import { IconAction } from '../../../ui/IconAction';
import { makingWords as words } from '../making-words';
import { shotsOf } from '../model';
import styles from './Many.module.css';
import { MakeMany } from './MakeMany';
import { useShotSelection } from './selection';

/** What can be done with the selected shots. */
export function SelectionBar({ project }: { readonly project: ProjectTree }) {
  const { ids, set } = useShotSelection();
  const all = shotsOf(project).map(({ id }) => id);
  const selected = all.filter((id) => ids.has(id));
  return (
    <div className={styles.selection}>
      <IconAction icon={IconX} label={words.clear} onClick={() => set([])} />
      <b>{words.selected(selected.length)}</b>
      <MakeMany project={project} shotIds={selected} onStarted={() => set([])} />
      {selected.length < all.length && <Button onClick={() => set(all)}>{words.selectAll}</Button>}
    </div>
  );
}
