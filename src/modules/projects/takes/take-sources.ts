import { endFrameParam, startFrameParam } from '../../workflows/public/frame-params';
import type { Workflow } from '../../workflows/public/workflow';
import { END_FROM_NEXT, type ShotRow } from '../records/shot.entity';
import type { TakeKind, TakeSource } from '../records/take.entity';
import type { ShotInTree } from '../tree/story-tree';
import type { Ingredients } from './ingredients';

/** A take that another one is made from: of a shot and a kind. */
export interface SourceTake {
  readonly shotId: string;
  readonly kind: TakeKind;
}

/** A picture or sound that a clip is made from. */
export interface Source {
  /** The part of the ingredients that it is. */
  readonly part: keyof Pick<Ingredients, 'source_image' | 'end_image' | 'speech'>;
  /** The field of the shot that asks for it. */
  readonly field: string;
  /** The param that takes it. */
  readonly slot: string;
  /** A media path; `null` while the shot that it comes from has none. */
  readonly path: string | null;
  /** The path is a clip: its last frame is the source. */
  readonly isClip: boolean;
  /** The shot whose selected media it is; `null` for a picture that the shot names itself. */
  readonly from: SourceTake | null;
}

/** What a clip of a shot is made from, by the workflow. */
export interface ClipSources {
  readonly sources: readonly Source[];
  /** What the shot asks for and the workflow can't take: it must be refused. */
  readonly refused: readonly Refused[];
  /** What the shot has and the workflow doesn't take: it is named. */
  readonly unused: readonly TakeSource[];
}

export interface Refused {
  readonly field: string;
  readonly why: string;
}

/** One of the two frames, or the sound: without a path where the shot has nothing to give. */
type Wanted = Omit<Source, 'slot'> & { readonly isAsked: boolean };

/**
 * The frames and the sound that a shot gives a clip. Params that the request sends itself are left to it.
 * @param sent the names of the params that the request sends
 */
export function clipSources(
  workflow: Workflow,
  place: ShotInTree,
  sent: ReadonlySet<string>,
): ClipSources {
  const sources: Source[] = [];
  const refused: Refused[] = [];
  const unused: TakeSource[] = [];
  const slots = {
    source_image: startFrameParam(workflow),
    end_image: endFrameParam(workflow),
    speech: audioParam(workflow),
  };
  for (const wanted of [startOf(place), ...endOf(place), speechOf(place)]) {
    const slot = slots[wanted.part];
    if (slot !== null && sent.has(slot)) continue;
    if (slot !== null && isWanted(workflow, slot, wanted)) sources.push(inSlot(wanted, slot));
    if (slot !== null) continue;
    const why = `The workflow '${workflow.id}' takes no ${THING[wanted.part]}.`;
    if (wanted.isAsked) refused.push({ field: wanted.field, why });
    else if (wanted.path !== null) unused.push(notUsed(wanted.path, why));
  }
  return { sources, refused, unused };
}

/** Whether the shot has or asks for it, or the workflow needs it. */
const isWanted = ({ params }: Workflow, slot: string, { isAsked, path }: Wanted): boolean =>
  isAsked || path !== null || params[slot]?.required === true;

const inSlot = ({ part, field, path, isClip, from }: Wanted, slot: string): Source => ({
  ...{ part, field, slot, path, isClip, from },
});

/** The takes that a take is made from: those of its frames and its sound, and the speech that decides how long it is. */
export function sourceTakes(
  kind: TakeKind,
  { id, timing }: Pick<ShotRow, 'id' | 'timing'>,
  sources: readonly Source[],
): readonly SourceTake[] {
  const isFitted = kind === 'video' && timing === 'fit_dialogue';
  return [
    ...sources.flatMap(({ from }) => from ?? []),
    ...(isFitted ? [{ shotId: id, kind: 'speech' as const }] : []),
  ];
}

/** The sources as takes name them. @param paths the media by slot */
export const usedSources = (
  sources: readonly Source[],
  paths: ReadonlyMap<string, string>,
): readonly TakeSource[] =>
  sources.map(({ slot, field, path }) => ({
    name: paths.get(slot) ?? path ?? field,
    ...{ slot, used: true, why_not: null },
  }));

function startOf({ shot, previous }: ShotInTree): Wanted {
  const start = { part: 'source_image', field: 'start_from', isAsked: true } as const;
  switch (shot.start_from) {
    case 'none':
      return { ...start, field: 'image', isAsked: false, ...selected(shot, 'image') };
    case 'previous_image':
      return { ...start, ...selected(previous, 'image') };
    case 'previous_last_frame':
      return { ...start, ...selected(previous, 'video') };
  }
}

function endOf({ shot, next }: ShotInTree): readonly Wanted[] {
  const { end_image: path } = shot;
  const end = { part: 'end_image', field: 'end_image', isAsked: true } as const;
  if (path === null) return [];
  if (path === END_FROM_NEXT) return [{ ...end, ...selected(next, 'image') }];
  return [{ ...end, path, isClip: false, from: null }];
}

const speechOf = ({ shot }: ShotInTree): Wanted => ({
  ...{ part: 'speech', field: 'speech', isAsked: false },
  ...selected(shot, 'speech'),
});

function selected(shot: ShotRow | null, kind: TakeKind): Pick<Wanted, 'path' | 'isClip' | 'from'> {
  const from = shot && { shotId: shot.id, kind };
  return { path: shot?.[kind] ?? null, isClip: kind === 'video', from };
}

const audioParam = ({ params }: Workflow): string | null =>
  Object.keys(params).find((name) => params[name]?.type === 'audio') ?? null;

const THING = {
  source_image: 'picture to start from',
  end_image: 'last frame',
  speech: 'sound',
} as const;

const notUsed = (name: string, why_not: string): TakeSource => ({
  ...{ name, slot: null, used: false, why_not },
});
