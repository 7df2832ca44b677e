import type { ProjectTree, Render, Scene, Shot, Take, TakeKind } from '../../api/projects';
import { quickestSeconds } from '../../api/run-seconds';
import type { WorkflowItem } from '../../api/types';

/** What the address of a project's page says. */
export interface ProjectSearch {
  /** The shot that is open beside the page. */
  readonly shot?: string;
  /** The part of the shot that is open; its takes when it is left out. */
  readonly part?: ShotPart;
  /** The scene that is open. */
  readonly scene?: string;
  /** Whether what the project is as a whole is open. */
  readonly about?: true;
}

export const SHOT_PARTS = ['takes', 'story', 'speech'] as const;
export type ShotPart = (typeof SHOT_PARTS)[number];

export function readProjectSearch(raw: Record<string, unknown>): ProjectSearch {
  const textOf = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '');
  const [shot, scene] = [textOf('shot'), textOf('scene')];
  const part = SHOT_PARTS.find((one) => one === raw.part);
  return {
    ...(shot !== '' && { shot }),
    ...(part !== undefined && { part }),
    ...(scene !== '' && { scene }),
    ...(raw.about === true && { about: true }),
  };
}

/** Whether films can have this format: whole numbers, at most 10 to 1. */
export function isAspectRatio(text: string): boolean {
  const match = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && width <= 10 * height && height <= 10 * width;
}

/** Whether pictures of this format are higher than wide. */
export function isPortrait(aspectRatio: string): boolean {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return height > width;
}

/** Picture formats to begin with; others are set through the API. */
export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:3'] as const;

/** `16:9` as CSS writes it. */
export const cssRatio = (aspectRatio: string): string => aspectRatio.replace(':', ' / ');

export const shotsOf = ({ scenes }: Pick<ProjectTree, 'scenes'>): readonly Shot[] =>
  scenes.flatMap(({ shots }) => shots);

/** The path of what a shot shows: its clip, else its picture. */
export function shownMedia({ image, video, missing }: Shot): string | undefined {
  if (video !== null && !missing.includes('video')) return video;
  return image === null || missing.includes('image') ? undefined : image;
}

/** What a project is shown by: the first thing that any of its shots shows. */
export const posterOf = (project: Pick<ProjectTree, 'scenes'>): string | undefined =>
  shotsOf(project)
    .map(shownMedia)
    .find((path) => path !== undefined);

export interface ProjectCounts {
  readonly scenes: number;
  readonly shots: number;
  /** Length of all shots together. */
  readonly seconds: number;
}

export const countsOf = (project: Pick<ProjectTree, 'scenes'>): ProjectCounts => {
  const shots = shotsOf(project);
  return {
    scenes: project.scenes.length,
    shots: shots.length,
    seconds: shots.reduce((sum, shot) => sum + shot.duration_seconds, 0),
  };
};

export type ShotState = Shot['status'] | 'missing';

/** The state of a shot in which people may have to act: what was chosen may be gone. */
export const stateOf = (shot: Shot): ShotState =>
  shot.status !== 'generating' && shot.missing.some((what) => what === 'image' || what === 'video')
    ? 'missing'
    : shot.status;

/** How the state of a shot looks. */
export const TONES = {
  draft: 'none',
  generating: 'busy',
  image_ready: 'ok',
  video_ready: 'ok',
  failed: 'bad',
  missing: 'warn',
} as const satisfies Record<ShotState, string>;

/** Where and when a scene is, without what is empty. */
export const sceneFacts = ({
  setting,
  location,
  time_of_day,
  weather,
}: Pick<Scene, 'setting' | 'location' | 'time_of_day' | 'weather'>): readonly string[] =>
  // Clear weather is what scenes begin with, inside too.
  [location, time_of_day, setting, weather === 'clear' ? '' : weather].filter(
    (fact) => fact !== '',
  );

const KINDS: readonly TakeKind[] = ['image', 'video', 'speech'];

/** A take with its number: the first of its kind is 1. */
export interface NumberedTake {
  readonly take: Take;
  readonly number: number;
}

/** The takes of each kind that there are, newest first as the API lists them. */
export function takesByKind(
  takes: readonly Take[],
): readonly (readonly [TakeKind, readonly NumberedTake[]])[] {
  return KINDS.flatMap((kind) => {
    const those = takes.filter((take) => take.kind === kind);
    const numbered = those.map((take, index) => ({ take, number: those.length - index }));
    return numbered.length === 0 ? [] : [[kind, numbered] as const];
  });
}

const isRunnable = ({ runnable_on }: WorkflowItem) => runnable_on.length > 0;

/** Workflows that make takes of a kind: those that a node can run first. */
export const workflowsFor = (
  workflows: readonly WorkflowItem[],
  kind: 'image' | 'video',
): readonly WorkflowItem[] => {
  const those = workflows.filter((workflow) => workflow.kind === kind);
  return [...those.filter(isRunnable), ...those.filter((one) => !isRunnable(one))];
};

/** The workflow to begin with: that of the newest take of the kind, else the quickest one for what the shot has. */
export function firstWorkflow(
  workflows: readonly WorkflowItem[],
  kind: 'image' | 'video',
  shot: Pick<Shot, 'image' | 'start_from'>,
  takes: readonly Take[],
): string | undefined {
  const those = workflowsFor(workflows, kind);
  const used = takes
    .filter((take) => take.kind === kind)
    .map(({ fields }) => fields.workflow)
    .find((id) => those.some((one) => one.id === id));
  if (typeof used === 'string') return used;
  const hasFrame = shot.image !== null || shot.start_from !== 'none';
  const mode = kind === 'image' ? 't2i' : hasFrame ? 'i2v' : 't2v';
  const [quickest = those[0]] = those
    .filter((one) => isRunnable(one) && one.modes[0] === mode)
    .sort((a, b) => quickestSeconds(a) - quickestSeconds(b) || 0);
  return quickest?.id;
}

export const isUnfinished = ({ status }: Pick<Render, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** How the state of a film looks. */
export const RENDER_TONES = {
  queued: 'none',
  running: 'busy',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'none',
} as const satisfies Record<Render['status'], string>;

/** How much of a film is made, from 0 to 1. */
export const renderFraction = ({
  frames_done,
  frames_total,
}: Pick<Render, 'frames_done' | 'frames_total'>): number =>
  frames_total === 0 ? 0 : Math.min(1, frames_done / frames_total);

/** The name of a film's file. */
export const filmName = (title: string): string =>
  `${title.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'film'}.mp4`;

/** Why a take is out of date, with the names of the characters that the API names by their ids. */
export const staleText = (
  reasons: Take['stale'],
  characters: readonly { readonly id: string; readonly name: string }[],
): string =>
  reasons
    .map(({ why, character: id }) => {
      const name = characters.find((one) => one.id === id)?.name;
      return name === undefined ? why : why.replace(`'${id}'`, () => name);
    })
    .join(' ');
