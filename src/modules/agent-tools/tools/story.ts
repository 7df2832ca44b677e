import { type JsonRecord, recordsOf } from '../../../platform/json';
import { nonEmpty } from '../brief';
import { excerpt, PAGE, pageOf } from '../page';
import { DETAIL, IDEMPOTENCY_KEY, type Tool } from '../tool';
import { pathArgument, refusal, RequestRefused, type ToolApi, without } from '../tool-api';
import { type Argument, fieldsOf } from '../tool-schema';
import { waitFor } from './make';

const ID = (description: string): Argument => ({ schema: { type: 'string', description } });

const GET_PROJECTS: Tool = {
  name: 'get_projects',
  title: 'Projects',
  description:
    'Lists films, or reads one as a tree of scenes and shots with what is selected for each.',
  hints: { readOnly: true, idempotent: true },
  input: { project_id: ID('One project. Omitted: a list.'), ...PAGE, detail: DETAIL },
  requests: ['GET /api/projects', 'GET /api/projects/{project_id}'],
  run: async (args, api) => {
    const { detail, project_id: id, ...query } = args;
    if (id === undefined)
      return pageOf(api, { path: '/api/projects', query, detail, short: shortProject });
    const body = await api.get(`/api/projects/${pathArgument(args, 'project_id')}`);
    return {
      body,
      brief: { ...shortProject(body), scenes: recordsOf(body, 'scenes').map(shortScene) },
    };
  },
};

const shortProject = (project: JsonRecord): JsonRecord =>
  nonEmpty(project, 'id', 'title', 'status', 'aspect_ratio', 'characters', 'created_at');

const shortScene = (scene: JsonRecord): JsonRecord => ({
  ...nonEmpty(scene, 'id', 'scene_number', 'title', 'location', 'time_of_day', 'characters'),
  shots: recordsOf(scene, 'shots').map(shortShot),
});

const shortShot = (shot: JsonRecord): JsonRecord => ({
  ...nonEmpty(shot, 'id', 'shot_number', 'status', 'title'),
  ...excerpt(shot, 'image_prompt', 100),
  ...nonEmpty(shot, 'duration_seconds', 'characters', 'image', 'video', 'missing'),
  ...(shot['locked'] === true ? { locked: true } : {}),
});

const PROJECT = fieldsOf('POST /api/projects', {
  title: '',
  description: '',
  aspect_ratio: 'Such as 16:9; default 9:16.',
  characters: 'The cast, by id.',
  narrator_voice: '',
});

const SCENE = fieldsOf('POST /api/projects/{project_id}/scenes', {
  scene_number: 'Required to add one.',
  title: '',
  location: '',
  setting: '',
  time_of_day: '',
  weather: '',
  characters: '',
});

const SHOT = fieldsOf('POST /api/projects/{project_id}/scenes/{scene_id}/shots', {
  shot_number: 'Omitted: the next one.',
  title: '',
  image_prompt: 'What its picture shows.',
  motion_prompt: 'What moves in its clip.',
  camera: '',
  lines: 'What is said; speaker: a character id or "narrator".',
  subtitle: '',
  characters: '',
  duration_seconds: '',
  timing: 'fit_dialogue: as long as its speech.',
  start_from: 'Where its clip starts; none: at its own image.',
  clip_audio: '',
  image: 'Media path: selects this picture, of a take or any other.',
  video: 'Media path: selects this clip.',
  locked: 'Nothing changes it any more.',
});

const MOVE = fieldsOf('POST /api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/move', {
  scene_id: 'The scene to move it to.',
  position: 'From 1; default last.',
});

const KINDS = ['project', 'scene', 'shot'] as const;

const isSent = (args: JsonRecord, ...names: readonly string[]): boolean =>
  names.every((name) => args[name] !== undefined);

const SAVE_STORY: Tool = {
  name: 'save_story',
  title: 'Write a film',
  description:
    'Send one of project, scene, shot: adds it, or with its id changes it. A scene needs project_id, a shot project_id and scene_id. Select a take by the image or video of its shot. Or send move: moves a shot.',
  hints: { replaces: (args) => KINDS.some((kind) => isSent(args, kind, `${kind}_id`)) },
  input: {
    project_id: ID('For project: the one to change.'),
    scene_id: ID('For scene: the one to change.'),
    shot_id: ID('For shot: the one to change; for move: the one to move.'),
    project: { members: PROJECT },
    scene: { members: SCENE },
    shot: { members: SHOT },
    move: { members: MOVE },
    idempotency_key: IDEMPOTENCY_KEY,
  },
  requests: [
    'PATCH /api/projects/{project_id}',
    'PATCH /api/projects/{project_id}/scenes/{scene_id}',
    'PATCH /api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}',
  ],
  run: async (args, api) => {
    const kinds = [...KINDS, 'move' as const].filter((kind) => isSent(args, kind));
    const [kind] = kinds;
    if (kind === undefined || kinds.length !== 1)
      throw refusal('project', 'Send exactly one of project, scene, shot, move.');
    try {
      return { body: await saveStory(kind, args, api) };
    } catch (error) {
      throw error instanceof RequestRefused ? error.ofMember(kind) : error;
    }
  },
};

async function saveStory(
  kind: (typeof KINDS)[number] | 'move',
  args: JsonRecord,
  api: ToolApi,
): Promise<JsonRecord> {
  const fields = args[kind] as JsonRecord;
  const folder = storyFolder(kind, args);
  if (kind === 'move') return api.post(`${folder}/${pathArgument(args, 'shot_id')}/move`, fields);
  if (args[`${kind}_id`] === undefined) return api.post(folder, fields, args['idempotency_key']);
  return api.patch(`${folder}/${pathArgument(args, `${kind}_id`)}`, fields);
}

/** The path of the list that a part of a story belongs to. */
function storyFolder(kind: string, args: JsonRecord): string {
  if (kind === 'project') return '/api/projects';
  const scenes = `/api/projects/${pathArgument(args, 'project_id')}/scenes`;
  return kind === 'scene' ? scenes : `${scenes}/${pathArgument(args, 'scene_id')}/shots`;
}

const MAKE_TAKES: Tool = {
  name: 'make_takes',
  title: 'Make takes of shots',
  description:
    'Makes pictures, clips or speech of the shots of a project; first pictures, then clips that start from them. A completed take becomes the selected one, unless that is approved.',
  hints: { costly: true },
  input: {
    project_id: { schema: { type: 'string' } },
    ...fieldsOf('POST /api/projects/{project_id}/generate', {
      kind: '',
      only: 'missing: shots without a selected take; stale: made before their shot changed.',
      shot_ids: 'Omitted: all.',
      workflow: 'For image and video.',
      provider: 'Default "auto".',
      fields: 'Further arguments of make_image or make_video, for every shot.',
      dry_run: '',
    }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['project_id', 'kind'],
  run: async (args, api) => {
    const { project_id, idempotency_key: key, ...sent } = args;
    const path = `/api/projects/${pathArgument(args, 'project_id')}/generate`;
    const fields = sent['workflow'] === undefined ? sent : { provider: 'auto', ...sent };
    const body = await api.post(path, fields, key);
    const { id } = body;
    return {
      body,
      brief: typeof id === 'string' ? without(body, 'takes') : body,
      next: typeof id === 'string' ? waitFor({ project_id, generation_id: id }) : undefined,
    };
  },
};

const RENDER_FILM: Tool = {
  name: 'render_film',
  title: 'Render a film',
  description:
    'Makes the film of a project from what is selected for its shots. dry_run: only its faults.',
  hints: { costly: true },
  input: {
    project_id: { schema: { type: 'string' } },
    ...fieldsOf('POST /api/projects/{project_id}/renders', {
      resolution: '',
      fps: '',
      subtitles: '',
      narration: 'Media path of sound.',
      music: 'Media path of sound.',
      transition: '',
      dry_run: '',
    }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  required: ['project_id'],
  run: async (args, api) => {
    const { project_id, idempotency_key: key, ...fields } = args;
    const path = `/api/projects/${pathArgument(args, 'project_id')}/renders`;
    const body = await api.post(path, fields, key);
    const { id } = body;
    return {
      body,
      next: typeof id === 'string' ? waitFor({ project_id, render_id: id }) : undefined,
    };
  },
};

/** Films: projects with scenes and shots, their takes and renders. */
export const STORY: readonly Tool[] = [GET_PROJECTS, SAVE_STORY, MAKE_TAKES, RENDER_FILM];
