import type { ValidationError } from '../../../platform/errors/validation-failed';
import { isRecord, type JsonRecord } from '../../../platform/json';
import { fittingLength, fittingSize } from '../../workflows/public/fitting-size';
import type { Workflow } from '../../workflows/public/workflow';
import { frameCount } from '../film/frame-count';
import type { TakeSource } from '../records/take.entity';
import { type Cast, castOf, type ShotInTree } from '../tree/story-tree';
import type { Ingredients } from './ingredients';
import { shotPrompt } from './shot-prompt';
import {
  type ClipSources,
  clipSources,
  type Refused,
  type Source,
  unusedSource,
} from './take-sources';

/** What a request and a shot make of a take of a picture or clip, before its sources are looked up. */
export interface ComposedTake {
  /** A generate body without its sources. */
  readonly body: JsonRecord;
  readonly sources: readonly Source[];
  readonly unused: readonly TakeSource[];
  /** Without the fingerprints of the characters. */
  readonly ingredients: Ingredients;
  /** Ids of the characters that it binds. */
  readonly characters: readonly string[];
  /** The record that names them; `null` when the request does. */
  readonly castFrom: CastOrigin | null;
  /** What the shot asks for and the workflow can't take. */
  readonly refused: readonly Refused[];
  /** What the shot lacks. */
  readonly errors: readonly ValidationError[];
}

/** A record with a cast, and its path in the API. */
export interface CastOrigin extends Pick<Cast, 'of'> {
  readonly path: string;
}

/** A request for a take, with the fields that a generate body of its kind has. */
export interface TakeRequest {
  readonly kind: 'image' | 'video';
  /** Fields of a generate body; those that are left out follow from the shot. */
  readonly fields: JsonRecord;
  /** Names of the fields that stand at the top of the body; all other values go into `workflow_params`. */
  readonly bodyFields: readonly string[];
}

/** A shot in its project, with the measured length of its speech. */
export interface ShotToTake extends ShotInTree {
  /** Seconds; `null` without speech. */
  readonly speechSeconds: number | null;
}

/** Completes a request with what the shot gives: prompt, cast, size, length and sources, unless they are sent. */
export function composeTake(
  { kind, fields, bodyFields }: TakeRequest,
  shot: ShotToTake,
  workflow: Workflow,
): ComposedTake {
  const sent = sentNames(fields);
  const clip = kind === 'video' ? clipSources(workflow, shot, sent) : NO_CLIP;
  const cast =
    sent.has('character') || sent.has('characters')
      ? null
      : castOf(shot.shot, shot.scene, shot.project);
  const parts = [
    promptPart(kind, shot, sent),
    castPart(cast),
    sizePart(shot, workflow, sent),
    ...(kind === 'video' ? [lengthPart(shot, workflow, fields, clip.sources)] : []),
  ];
  const given = Object.assign({}, ...parts.map(({ values }) => values)) as JsonRecord;
  const [prompt] = parts;
  return {
    body: withValues(fields, given, bodyFields),
    sources: clip.sources,
    unused: [...clip.unused, ...parts.flatMap(({ unused = [] }) => unused)],
    ingredients: {
      ...(Object.assign({}, ...parts.map(({ ingredients }) => ingredients)) as Ingredients),
      ...Object.fromEntries(clip.sources.map(({ part, path }) => [part, path])),
    },
    characters: boundIn({ ...fields, ...given }),
    castFrom: cast && { of: cast.of, path: pathOf(cast.of, shot) },
    refused: clip.refused,
    errors: prompt?.errors ?? [],
  };
}

/** Adds values to a body, each at its place: at the top or in `workflow_params`. */
export function withValues(
  body: JsonRecord,
  values: JsonRecord,
  bodyFields: readonly string[],
): JsonRecord {
  const isField = ([name]: readonly [string, unknown]): boolean => bodyFields.includes(name);
  const all = Object.entries(values);
  const nested = Object.fromEntries(all.filter((one) => !isField(one)));
  const params = { ...paramsOf(body), ...nested };
  return {
    ...body,
    ...Object.fromEntries(all.filter(isField)),
    ...(Object.keys(params).length > 0 ? { workflow_params: params } : {}),
  };
}

/** A part of the body that follows from the shot. */
interface Part {
  readonly values: JsonRecord;
  readonly ingredients: Ingredients;
  readonly unused?: readonly TakeSource[];
  readonly errors?: readonly ValidationError[];
}

const NOTHING: Part = { values: {}, ingredients: {} };
const NO_CLIP: ClipSources = { sources: [], refused: [], unused: [] };

type Names = ReadonlySet<string>;

function promptPart(kind: 'image' | 'video', { shot, scene }: ShotToTake, sent: Names): Part {
  if (sent.has('prompt')) return NOTHING;
  const prompt = shotPrompt(kind, shot, scene);
  const missing = {
    loc: ['body', 'prompt'],
    msg: `Send a prompt, or give the shot an image_prompt${kind === 'video' ? ' or a motion_prompt' : ''}.`,
    type: 'missing',
  } as const;
  return {
    values: { prompt },
    ingredients: { prompt },
    errors: prompt === '' ? [missing] : [],
  };
}

/** @param cast `null` if the request names the characters */
function castPart(cast: Cast | null): Part {
  if (cast === null) return NOTHING;
  const values = cast.ids.length === 0 ? {} : { characters: cast.ids.map((id) => ({ id })) };
  return { values, ingredients: { cast: cast.ids } };
}

function pathOf(record: Cast['of'], { project, scene, shot }: ShotToTake): string {
  const ofProject = `/api/projects/${project.id}`;
  if (record === 'project') return ofProject;
  const ofScene = `${ofProject}/scenes/${scene.id}`;
  return record === 'scene' ? ofScene : `${ofScene}/shots/${shot.id}`;
}

/** The size that fits the aspect ratio; nothing if the request has a width or a height, since the caller then decides. */
function sizePart({ project }: ShotToTake, { id, params }: Workflow, sent: Names): Part {
  const { aspect_ratio } = project;
  if (sent.has('width') || sent.has('height') || !params['width'] || !params['height'])
    return NOTHING;
  const [across = 1, down = 1] = aspect_ratio.split(':').map(Number);
  const size = fittingSize(params, { across, down });
  const why = `The workflow '${id}' has no size of the shape ${aspect_ratio}.`;
  if (!size) return { ...NOTHING, unused: [unusedSource('aspect_ratio', why)] };
  return { values: { ...size }, ingredients: { aspect_ratio } };
}

/** The number of frames that covers the shot, or its speech if the clip is made from it or fitted to it. */
function lengthPart(
  { shot, speechSeconds }: ShotToTake,
  { id, params }: Workflow,
  fields: JsonRecord,
  sources: readonly Source[],
): Part {
  const { length } = params;
  const fps = sentValue(fields, 'fps') ?? params['fps']?.default;
  if (!length || sentValue(fields, 'length') !== undefined || typeof fps !== 'number')
    return NOTHING;
  const followsSpeech =
    shot.timing === 'fit_dialogue' || sources.some(({ part }) => part === 'speech');
  const duration = (followsSpeech ? speechSeconds : null) ?? shot.duration_seconds;
  const wanted = frameCount(duration, fps);
  const frames = fittingLength(length, wanted);
  const isShort = frames < Math.floor(wanted);
  const why = `The workflow '${id}' makes ${frames} frames at most, ${frames / fps} seconds.`;
  return {
    values: { length: frames },
    ingredients: { duration },
    unused: isShort ? [unusedSource('duration_seconds', why)] : [],
  };
}

function sentNames(fields: JsonRecord): Names {
  return new Set([...Object.keys(fields), ...Object.keys(paramsOf(fields))]);
}

const sentValue = (fields: JsonRecord, name: string): unknown =>
  fields[name] ?? paramsOf(fields)[name];

function paramsOf({ workflow_params: params }: JsonRecord): JsonRecord {
  return isRecord(params) ? params : {};
}

/** Ids of the characters that a body binds. Invalid bindings are ignored here: the checks of the body refuse them. */
function boundIn({ character, characters }: JsonRecord): readonly string[] {
  const listed = Array.isArray(characters) ? (characters as unknown[]) : [];
  const ids = [character, ...listed.map((one) => (isRecord(one) ? one['id'] : undefined))];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
