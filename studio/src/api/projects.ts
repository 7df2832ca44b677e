import { randomId, type Schemas } from '@kinora/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import { sendOnce } from './once';
import { allItems, cursorPages } from './pages';

export type Project = Schemas['ProjectResponse'];
export type ProjectTree = Schemas['ProjectTreeResponse'];
export type Scene = Schemas['SceneTreeResponse'];
export type Shot = Schemas['ShotResponse'];
export type Take = Schemas['TakeResponse'];
export type TakeKind = Take['kind'];
export type Render = Schemas['RenderResponse'];
export type RenderPlan = Schemas['RenderPlanResponse'];
export type RenderOptions = Omit<Schemas['RenderDto'], 'parallel' | 'dry_run'>;

const PAGE = 60;
/** The newest films of a project that are shown. */
const RENDERS = 20;

/** The caller's projects, newest first. */
export const useProjects = () =>
  useInfiniteQuery({
    queryKey: ['projects'],
    ...cursorPages(PAGE, (query, signal) =>
      api.get('/api/projects', { params: { query }, signal }),
    ),
  });

/** A project with its scenes and their shots, in the order of the film. */
export const useProject = (id: string, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['project', id],
    queryFn: () => api.get('/api/projects/{project_id}', { params: { path: { project_id: id } } }),
    enabled,
  });

export const createProject = (body: Pick<Schemas['ProjectDto'], 'title' | 'aspect_ratio'>) =>
  postOnce('/api/projects', { body });

export const deleteProject = (id: string) =>
  api.delete('/api/projects/{project_id}', { params: { path: { project_id: id } } });

/** Adds a scene after the last one. Pressed again after a lost answer, it keeps its number, though it may be there by then. */
export const createScene = (
  { id, scenes }: ProjectTree,
  fields: Omit<Schemas['SceneDto'], 'scene_number'>,
) =>
  sendOnce(
    ['scene', id, fields],
    () => ({
      key: randomId(),
      scene_number: Math.max(0, ...scenes.map(({ scene_number }) => scene_number)) + 1,
    }),
    ({ key, scene_number }) =>
      api.post('/api/projects/{project_id}/scenes', {
        params: { path: { project_id: id }, header: { 'Idempotency-Key': key } },
        body: { ...fields, scene_number },
      }),
  );

export const createShot = (
  { project_id, id }: Pick<Scene, 'project_id' | 'id'>,
  body: Schemas['ShotDto'],
) =>
  postOnce('/api/projects/{project_id}/scenes/{scene_id}/shots', {
    params: { path: { project_id, scene_id: id } },
    body,
  });

const pathOf = ({ project_id, scene_id, id }: Shot) => ({ project_id, scene_id, shot_id: id });

/** All takes of a shot, newest first. They are numbered by their place in the whole list. */
export const useTakes = (shot: Shot) =>
  useQuery({
    queryKey: ['project', shot.project_id, 'takes', shot.id],
    queryFn: ({ signal }) =>
      allItems((query) =>
        api.get('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/takes', {
          params: { path: pathOf(shot), query },
          signal,
        }),
      ),
  });

/** Makes a take; what is not sent follows from the shot. */
export const makeTake = (shot: Shot, kind: 'image' | 'video', workflow: string) => {
  const options = {
    params: { path: pathOf(shot) },
    body: { workflow, provider: 'auto' },
  };
  return kind === 'image'
    ? postOnce('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/image', options)
    : postOnce('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/video', options);
};

/** Has the lines of a shot spoken. */
export const makeSpeech = (shot: Shot) =>
  postOnce('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/speech', {
    params: { path: pathOf(shot) },
  });

export type TakeVerdict = Take['verdict'];

/** Approves or rejects a take, or takes that back. */
export const judgeTake = (
  shot: Shot,
  take: string,
  change: { readonly verdict?: TakeVerdict; readonly reason?: string },
) =>
  api.patch('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/takes/{take_id}', {
    params: { path: { ...pathOf(shot), take_id: take } },
    body: change,
  });

export const selectTake = (shot: Shot, take: string) =>
  api.post('/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/takes/{take_id}/select', {
    params: { path: { ...pathOf(shot), take_id: take } },
  });

/** The films of a project, newest first. */
export const useRenders = (project: string) =>
  useQuery({
    queryKey: ['project', project, 'renders'],
    queryFn: () =>
      api.get('/api/projects/{project_id}/renders', {
        params: { path: { project_id: project }, query: { limit: RENDERS } },
      }),
    // The event stream patches the page as the API answers it.
    select: ({ items }) => items,
  });

/** What the film would be, and its faults. Nothing is made. */
export const useRenderPlan = (
  project: string,
  options: RenderOptions,
  { enabled }: { readonly enabled: boolean },
) =>
  useQuery({
    queryKey: ['project', project, 'render-plan', options],
    queryFn: async () =>
      (await api.post('/api/projects/{project_id}/renders', {
        params: { path: { project_id: project } },
        body: { ...options, dry_run: true },
      })) as RenderPlan,
    enabled,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });

export const startRender = (project: string, options: RenderOptions) =>
  postOnce('/api/projects/{project_id}/renders', {
    params: { path: { project_id: project } },
    body: options,
  });

export const cancelRender = ({ project_id, id }: Render) =>
  api.post('/api/projects/{project_id}/renders/{render_id}/cancel', {
    params: { path: { project_id, render_id: id } },
  });

/** Removes the record of a film; the film itself stays in the library. */
export const deleteRender = ({ project_id, id }: Render) =>
  api.delete('/api/projects/{project_id}/renders/{render_id}', {
    params: { path: { project_id, render_id: id } },
  });

export type TimelineFormat = 'otio' | 'edl' | 'srt' | 'vtt';

/** Address of the film's timeline, as editing programs read it. */
export const timelineUrl = (project: string, format: TimelineFormat): string =>
  `/api/projects/${encodeURIComponent(project)}/timeline?format=${format}`;
