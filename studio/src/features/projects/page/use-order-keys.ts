import type { ProjectTree } from '../../../api/projects';
import { useKeys } from '../../../ui/keys';
import { neighbouringPlace } from '../order/story-order';
import type { StoryOrder } from '../order/use-story-order';

/** Shift with an arrow moves the shot that has the focus. */
export function useOrderKeys(project: ProjectTree, order: StoryOrder): void {
  const move = (direction: -1 | 1) => {
    const tile = document.activeElement?.closest<HTMLElement>('[data-shot-id]');
    const id = tile?.dataset.shotId;
    const to = id === undefined ? undefined : neighbouringPlace(project, id, direction);
    if (id === undefined || to === undefined) return;
    void order.moveShot(id, to);
    // A move into another scene makes a new tile.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-shot-id="${id}"] a`)?.focus(),
    );
  };
  useKeys({ 'Shift+ArrowLeft': () => move(-1), 'Shift+ArrowRight': () => move(1) });
}
