import { endFrameParam, startFrameParam } from '../../workflows/public/frame-params';
import type { Workflow } from '../../workflows/public/workflow';
import { END_FROM_NEXT, type ShotRow } from '../records/shot.entity';
import type { TakeKind, TakeSource } from '../records/take.entity';
import type { ShotInTree } from '../tree/story-tree';
import type { Ingredients } from './ingredients';

/** A take by its shot and its kind. */
export interface TakeKey {
  readonly shotId: string;
  readonly kind: TakeKind;
}

/** The input of a clip that a source is used for. */
export type SourcePart = keyof Pick<Ingredients, 'source_image' | 'end_image' | 'speech'>;

/** A picture, clip or sound that a clip is made from. */
export interface Source {
  readonly part: SourcePart;
  /** The field of the shot that asks for it. */
  readonly field: string;
  /** The param that takes it. */
  readonly slot: string;
  /** Media path; `null` while the shot that it comes from has none. */
  readonly path: string | null;
  /** Whether the path is a clip, whose last frame is the source. */
  readonly isClip: boolean;
  /** The shot whose selected media it is; `null` for a picture that the shot names itself. */
  readonly from: TakeKey | null;
}

/** What a workflow makes the clip of a shot from, and what it can't use. */
export interface ClipSources {
  readonly sources: readonly Source[];
  /** Sources that the shot requests and the workflow can't use: the request must be refused. */
  readonly refused: readonly Refused[];
  /** Sources that the shot has but doesn't request, and the workflow can't use: the answer lists them. */
  readonly unused: readonly TakeSource[];
}

/** A requested source that the workflow can't use. */
export interface Refused {
  readonly part: SourcePart;
  readonly field: string;
  readonly why: string;
}

/** The first frame, the last frame or the sound of a clip. `isRequested`: the shot asks for it. */
type SourceCandidate = Omit<Source, 'slot'> & { readonly isRequested: boolean };

/**
 * Matches the frames and the sound of a shot to the params of a workflow. Params that the request sends are left alone.
 * @param sent the names of the params that the request sends
 */
export function clipSources(
  workflow: Workflow,
  shotInTree: ShotInTree,
  sent: ReadonlySet<string>,
): ClipSources {
  const sources: Source[] = [];
  const refused: Refused[] = [];
  const unused: TakeSource[] = [];
  for (const candidate of [startOf(shotInTree), ...endOf(shotInTree), speechOf(shotInTree)]) {
    const { part } = candidate;
    const slot = slotFor(part, workflow);
    if (slot !== null) {
      if (!sent.has(slot) && isUsed(workflow, slot, candidate))
        sources.push(toSource(candidate, slot));
      continue;
    }
    const why = `The workflow '${workflow.id}' takes no ${SOURCE_NAMES[part]}.`;
    if (candidate.isRequested) refused.push({ part, field: candidate.field, why });
    else if (candidate.path !== null) unused.push(unusedSource(candidate.path, why));
  }
  return { sources, refused, unused };
}

/** The param of a workflow that takes such a source; `null` where none does. */
export function slotFor(part: SourcePart, workflow: Workflow): string | null {
  switch (part) {
    case 'source_image':
      return startFrameParam(workflow);
    case 'end_image':
      return endFrameParam(workflow);
    case 'speech':
      return audioParam(workflow);
  }
}

/** Whether the shot has or requests the source, or the workflow requires it. */
const isUsed = (
  { params }: Workflow,
  slot: string,
  { isRequested, path }: SourceCandidate,
): boolean => isRequested || path !== null || params[slot]?.required === true;

const toSource = ({ part, field, path, isClip, from }: SourceCandidate, slot: string): Source => ({
  part,
  field,
  slot,
  path,
  isClip,
  from,
});

/** The takes that must exist before a take is made: those of its frames and its sound, and the speech that sets its length. */
export function sourceTakes(
  kind: TakeKind,
  { id, timing }: Pick<ShotRow, 'id' | 'timing'>,
  sources: readonly Source[],
): readonly TakeKey[] {
  const isFitted = kind === 'video' && timing === 'fit_dialogue';
  return [
    ...sources.flatMap(({ from }) => from ?? []),
    ...(isFitted ? [{ shotId: id, kind: 'speech' as const }] : []),
  ];
}

/** The sources as answers list them. @param paths the media by slot */
export const usedSources = (
  sources: readonly Source[],
  paths: ReadonlyMap<string, string>,
): readonly TakeSource[] =>
  sources.map(({ slot, field, path }) => ({
    name: paths.get(slot) ?? path ?? field,
    slot,
    used: true,
    why_not: null,
  }));

function startOf({ shot, previous }: ShotInTree): SourceCandidate {
  const start = { part: 'source_image', field: 'start_from', isRequested: true } as const;
  switch (shot.start_from) {
    case 'none':
      return { ...start, field: 'image', isRequested: false, ...selected(shot, 'image') };
    case 'previous_image':
      return { ...start, ...selected(previous, 'image') };
    case 'previous_last_frame':
      return { ...start, ...selected(previous, 'video') };
  }
}

function endOf({ shot, next }: ShotInTree): readonly SourceCandidate[] {
  const { end_image: path } = shot;
  const end = { part: 'end_image', field: 'end_image', isRequested: true } as const;
  if (path === null) return [];
  if (path === END_FROM_NEXT) return [{ ...end, ...selected(next, 'image') }];
  return [{ ...end, path, isClip: false, from: null }];
}

const speechOf = ({ shot }: ShotInTree): SourceCandidate => ({
  part: 'speech',
  field: 'speech',
  isRequested: false,
  ...selected(shot, 'speech'),
});

function selected(
  shot: ShotRow | null,
  kind: TakeKind,
): Pick<SourceCandidate, 'path' | 'isClip' | 'from'> {
  const from = shot && { shotId: shot.id, kind };
  return { path: shot?.[kind] ?? null, isClip: kind === 'video', from };
}

const audioParam = ({ params }: Workflow): string | null =>
  Object.keys(params).find((name) => params[name]?.type === 'audio') ?? null;

const SOURCE_NAMES = {
  source_image: 'picture to start from',
  end_image: 'last frame',
  speech: 'sound',
} as const;

/** A source or field of the shot that the take doesn't use. */
export const unusedSource = (name: string, why_not: string): TakeSource => ({
  name,
  slot: null,
  used: false,
  why_not,
});
