import { type DragEvent, useState } from 'react';
import type { ProjectTree, Scene } from '../../../api/projects';
import { placeBefore } from './story-order';
import type { StoryOrder } from './use-story-order';

/** Where what is dragged would be put; null: at the end. */
type DropPlace =
  | { readonly kind: 'shot'; readonly sceneId: string; readonly before: string | null }
  | { readonly kind: 'scene'; readonly before: string | null };

interface Dragged {
  readonly kind: 'shot' | 'scene';
  readonly id: string;
}

const isSamePlace = (one: DropPlace | undefined, other: DropPlace | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Dragging of shots and scenes. Elements say what they are: `data-scene-id` of a section, `data-shot-id` of a tile,
 * `data-scene-handle` of what a scene is dragged by.
 * @returns handlers for the element around all scenes, and where the dragged one would be put
 */
export function useDragOrder(tree: ProjectTree, order: StoryOrder) {
  const [dragged, setDragged] = useState<Dragged>();
  const [place, setPlace] = useState<DropPlace>();
  const end = () => {
    setDragged(undefined);
    setPlace(undefined);
  };
  const onDragStart = (event: DragEvent) => {
    const found = draggedBy(event.target);
    if (!found) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', found.id);
    setDragged(found);
  };
  const onDragOver = (event: DragEvent) => {
    const next = dragged && placeAt(event, dragged, tree);
    if (!next) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setPlace((before) => (isSamePlace(before, next) ? before : next));
  };
  const onDrop = (event: DragEvent) => {
    // React may not have rendered the place of the last `dragover` yet.
    const dropped = dragged && placeAt(event, dragged, tree);
    if (!dropped) return;
    event.preventDefault();
    end();
    if (dropped.kind === 'shot')
      void order.moveShot(dragged.id, placeBefore(tree, dragged.id, dropped));
    else {
      const others = tree.scenes.filter(({ id }) => id !== dragged.id);
      const index = others.findIndex(({ id }) => id === dropped.before);
      void order.moveScene(dragged.id, index === -1 ? others.length : index);
    }
  };
  return { place, handlers: { onDragStart, onDragOver, onDrop, onDragEnd: end } };
}

function draggedBy(target: EventTarget): Dragged | undefined {
  if (!(target instanceof Element)) return undefined;
  const handle = target.closest<HTMLElement>('[data-scene-handle]');
  if (handle) return { kind: 'scene', id: handle.dataset.sceneHandle ?? '' };
  const shot = target.closest<HTMLElement>('[data-shot-id]');
  return shot ? { kind: 'shot', id: shot.dataset.shotId ?? '' } : undefined;
}

function placeAt(event: DragEvent, dragged: Dragged, tree: ProjectTree): DropPlace | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const section = event.target.closest<HTMLElement>('[data-scene-id]');
  const at = tree.scenes.findIndex(({ id }) => id === section?.dataset.sceneId);
  const scene = tree.scenes[at];
  if (!section || !scene) return undefined;
  if (dragged.kind === 'shot') return shotPlaceAt(event, event.target, scene);
  const { top, height } = section.getBoundingClientRect();
  const isAbove = event.clientY < top + height / 2;
  return { kind: 'scene', before: tree.scenes[isAbove ? at : at + 1]?.id ?? null };
}

function shotPlaceAt({ clientX }: DragEvent, target: Element, { id, shots }: Scene): DropPlace {
  const tile = target.closest<HTMLElement>('[data-shot-id]');
  const index = shots.findIndex((shot) => shot.id === tile?.dataset.shotId);
  if (!tile || index === -1) return { kind: 'shot', sceneId: id, before: null };
  const { left, width } = tile.getBoundingClientRect();
  const isBefore = clientX < left + width / 2;
  return { kind: 'shot', sceneId: id, before: shots[isBefore ? index : index + 1]?.id ?? null };
}
