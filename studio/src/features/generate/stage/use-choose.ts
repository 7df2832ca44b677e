import { useSubmitted } from '../form/store';
import { choose } from './choice';
import type { Subject } from './model';
import { useRecent } from './use-recent';
import { useSubject } from './use-stage-view';

/** Shows a result on the stage until something is submitted. */
export function useChoose(): (subject: Subject) => void {
  const submitted = useSubmitted();
  return (subject) => {
    choose({ subject, submitted: submitted[0] });
  };
}

/** Goes to the next older (1) or newer (-1) result. */
export function useChooseNeighbour(): (step: 1 | -1) => void {
  const { tiles } = useRecent();
  const { subject } = useSubject();
  const chooseSubject = useChoose();
  return (step) => {
    const index = tiles.findIndex(({ path }) => subject?.kind === 'media' && subject.path === path);
    // A job in view stands for its result, the newest one.
    const next = tiles[Math.max(index, subject?.kind === 'job' ? 0 : -1) + step];
    if (next) chooseSubject({ kind: 'media', path: next.path });
  };
}
