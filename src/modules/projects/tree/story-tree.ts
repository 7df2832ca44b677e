import type { ProjectRow } from '../records/project.entity';
import type { SceneRow } from '../records/scene.entity';
import { END_FROM_NEXT, type ShotRow } from '../records/shot.entity';

/** A scene with its shots, by number. */
export interface SceneTree {
  readonly scene: SceneRow;
  readonly shots: readonly ShotRow[];
}

/** A project with its scenes, by number. */
export interface StoryTree {
  readonly project: ProjectRow;
  readonly scenes: readonly SceneTree[];
}

/** A shot with its scene and its project. */
export interface ShotInScene {
  readonly project: ProjectRow;
  readonly scene: SceneRow;
  readonly shot: ShotRow;
}

/** The shots before and after one in the film, which may be in other scenes. */
export interface Neighbours {
  readonly previous: ShotRow | null;
  readonly next: ShotRow | null;
}

/** A shot with its scene, its project and its neighbours. */
export type ShotInTree = ShotInScene & Neighbours;

/** The shots in the order of the film: by scene number, then by shot number. */
export function filmOrder({ project, scenes }: StoryTree): ShotInTree[] {
  const inScenes = scenes.flatMap(({ scene, shots }) => shots.map((shot) => ({ scene, shot })));
  return inScenes.map((one, index) => ({
    ...one,
    project,
    previous: inScenes[index - 1]?.shot ?? null,
    next: inScenes[index + 1]?.shot ?? null,
  }));
}

/** The characters that a shot shows, and the record that names them. */
export interface Cast {
  readonly ids: readonly string[];
  readonly of: 'shot' | 'scene' | 'project';
}

/** The characters of the shot, else the scene's, else the project's. */
export function castOf(shot: ShotRow, scene: SceneRow, project: ProjectRow): Cast {
  if (shot.characters.length > 0) return { ids: shot.characters, of: 'shot' };
  if (scene.characters.length > 0) return { ids: scene.characters, of: 'scene' };
  return { ids: project.characters, of: 'project' };
}

/** Requests can't send a higher number. */
export const MAX_NUMBER = 1_000_000;

/** The number after the highest one; if that is the maximum, the first gap. `taken` is sorted. */
export function nextNumber(taken: readonly number[]): number {
  const last = taken.at(-1) ?? 0;
  if (last < MAX_NUMBER) return last + 1;
  const gap = taken.findIndex((number, index) => number !== index + 1);
  return gap + 1;
}

type Linked = Pick<ShotRow, 'id' | 'start_from' | 'end_image'>;

/**
 * The ids of the first two neighbours that each need the other's take first: one ends where the next starts, and the next
 * starts where that one ends.
 * @param shots in the order of the film
 */
export function findCycle(shots: readonly Linked[]): [string, string] | null {
  for (const [index, shot] of shots.entries()) {
    const next = shots[index + 1];
    if (shot.end_image === END_FROM_NEXT && next?.start_from === 'previous_last_frame')
      return [shot.id, next.id];
  }
  return null;
}
