import type { Schemas } from '@kinora/client';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { ProjectTree, Scene, Shot } from './projects';

export type ProjectPatch = Partial<Schemas['ProjectPatchDto']>;
export type ScenePatch = Partial<Schemas['ScenePatchDto']>;
export type ShotPatch = Partial<Schemas['ShotPatchDto']>;

type SceneId = Pick<Scene, 'project_id' | 'id'>;
type ShotId = Pick<Shot, 'project_id' | 'scene_id' | 'id'>;

const scenePath = ({ project_id, id }: SceneId) => ({ project_id, scene_id: id });
const shotPath = ({ project_id, scene_id, id }: ShotId) => ({ project_id, scene_id, shot_id: id });

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether the fields that are about to change are as they were when the user saw them. */
const isUnchanged = (patch: object, seen: object, now: object): boolean =>
  Object.keys(patch).every((name) => isSame(seen[name as keyof object], now[name as keyof object]));

/**
 * Changes fields of a project. The record is read again first: others may have changed it a moment ago.
 * @returns false if they changed one of these fields. Nothing is overwritten then.
 */
export async function saveProject(
  queries: QueryClient,
  seen: ProjectTree,
  patch: ProjectPatch,
): Promise<boolean> {
  const params = { path: { project_id: seen.id } };
  const now = await api.get('/api/projects/{project_id}', { params });
  queries.setQueryData(['project', seen.id], now);
  if (!isUnchanged(patch, seen, now)) return false;
  const changed = await api.patch('/api/projects/{project_id}', { params, body: patch });
  changeTree(queries, seen.id, (tree) => ({ ...tree, ...changed }));
  void queries.invalidateQueries({ queryKey: ['projects'] });
  return true;
}

/** Changes fields of a scene, as {@link saveProject} does. */
export async function saveScene(
  queries: QueryClient,
  seen: Scene,
  patch: ScenePatch,
): Promise<boolean> {
  const params = { path: scenePath(seen) };
  const route = '/api/projects/{project_id}/scenes/{scene_id}';
  const put = (record: Partial<Scene>) =>
    changeTree(queries, seen.project_id, (tree) => ({
      ...tree,
      scenes: tree.scenes.map((one) => (one.id === seen.id ? { ...one, ...record } : one)),
    }));
  const now = await api.get(route, { params });
  put(now);
  if (!isUnchanged(patch, seen, now)) return false;
  put(await api.patch(route, { params, body: patch }));
  return true;
}

/** Changes fields of a shot, as {@link saveProject} does. */
export async function saveShot(
  queries: QueryClient,
  seen: Shot,
  patch: ShotPatch,
): Promise<boolean> {
  const params = { path: shotPath(seen) };
  const route = '/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}';
  const put = (record: Shot) =>
    changeTree(queries, seen.project_id, (tree) => ({
      ...tree,
      scenes: tree.scenes.map((scene) => ({
        ...scene,
        shots: scene.shots.map((one) => (one.id === seen.id ? record : one)),
      })),
    }));
  const now = await api.get(route, { params });
  put(now);
  if (!isUnchanged(patch, seen, now)) return false;
  put(await api.patch(route, { params, body: patch }));
  return true;
}

/** Changes the project that pages show, until events refresh it. */
export function changeTree(
  queries: QueryClient,
  project: string,
  change: (tree: ProjectTree) => ProjectTree,
): void {
  queries.setQueryData<ProjectTree>(['project', project], (tree) => tree && change(tree));
}

/** Numbers the scenes in this order. */
export const orderScenes = (project: string, ids: readonly string[]) =>
  api.put('/api/projects/{project_id}/scenes/order', {
    params: { path: { project_id: project } },
    body: { ids: [...ids] },
  });

/** Numbers the shots of a scene in this order. */
export const orderShots = (scene: SceneId, ids: readonly string[]) =>
  api.put('/api/projects/{project_id}/scenes/{scene_id}/shots/order', {
    params: { path: scenePath(scene) },
    body: { ids: [...ids] },
  });

/** Moves a shot to a place in a scene, counted from 1. */
export const moveShot = (shot: ShotId, scene: string, position: number) =>
  api.post('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/move', {
    params: { path: shotPath(shot) },
    body: { scene_id: scene, position },
  });

export const deleteScene = (scene: SceneId) =>
  api.delete('/api/projects/{project_id}/scenes/{scene_id}', {
    params: { path: scenePath(scene) },
  });

export const deleteShot = (shot: ShotId) =>
  api.delete('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}', {
    params: { path: shotPath(shot) },
  });
