import { isRunning, type LiveJobState } from '../../../api/events/live-job-states';
import { isBatchId } from '../../../api/ids';
import { quickestSeconds } from '../../../api/run-seconds';
import type { Job, JobOutput, LiveJob, WorkflowItem } from '../../../api/types';
import { duration, turnOf } from '../../../ui/format';
import { stageWords } from './words';

/** What the stage shows: a job with its outputs, or one media asset. */
export type Subject =
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'media'; readonly path: string };

const keyOf = (subject: Subject | undefined): string | undefined =>
  subject?.kind === 'job' ? subject.id : subject?.path;

/** Whether both are the same job, or the same media asset. */
export const isSameSubject = (one: Subject | undefined, other: Subject | undefined): boolean =>
  one?.kind === other?.kind && keyOf(one) === keyOf(other);

/** What was chosen in the strip, and the newest submit at that time. */
export interface Choice {
  readonly subject: Subject;
  readonly submitted: string | undefined;
}

interface Candidates {
  readonly choice: Choice | undefined;
  /** Ids of the jobs and batches that this page submitted, newest first. */
  readonly submitted: readonly string[];
  /** The newest job of the last submit, if that is a batch; null before it has one. */
  readonly newestOfBatch: string | null | undefined;
  /** Unfinished jobs of this account, oldest first. */
  readonly unfinished: readonly Pick<
    LiveJob,
    'prompt_id' | 'batch' | 'status' | 'node_unreachable'
  >[];
  /** Path of the newest result. */
  readonly newest: string | undefined;
}

/** Whether this page submitted the job. Until it has submitted one, every job counts. */
const isSubmitted =
  (submitted: Candidates['submitted']) =>
  ({ prompt_id: id, batch }: Candidates['unfinished'][number]): boolean =>
    submitted.length === 0 || submitted.includes(id) || submitted.includes(batch ?? '');

/** The job that was submitted last, or the newest one of the batch. */
const latestJob = ({
  submitted: [latest],
  newestOfBatch,
}: Pick<Candidates, 'submitted' | 'newestOfBatch'>) =>
  latest !== undefined && isBatchId(latest) ? newestOfBatch : latest;

/** The chosen result until something is submitted; then the submitted job that runs, else the newest. */
export function subjectOf(candidates: Candidates): Subject | undefined {
  const { choice, submitted, unfinished, newest } = candidates;
  if (choice && choice.submitted === submitted[0]) return choice.subject;
  const own = unfinished.filter(isSubmitted(submitted));
  const running = own.find(isRunning);
  const job = running?.prompt_id ?? latestJob(candidates) ?? own[0]?.prompt_id;
  if (job !== undefined) return { kind: 'job', id: job };
  return newest === undefined ? undefined : { kind: 'media', path: newest };
}

/** The outputs that the stage pages through: the files, or the texts of a job that made no file. */
export function pagedOutputs(outputs: readonly JobOutput[]): readonly JobOutput[] {
  const files = outputs.filter(({ path }) => path !== undefined);
  return files.length > 0 ? files : outputs;
}

/** The output that a media path stands for; else the first. */
export function outputIndex(
  outputs: readonly Pick<JobOutput, 'path'>[],
  path: string | undefined,
): number {
  return Math.max(
    0,
    outputs.findIndex((output) => path !== undefined && output.path === path),
  );
}

/** Width by height of what a job is to make, so that its space is reserved. */
export const expectedRatio = (live: Pick<LiveJob, 'expects'> | undefined): number =>
  ratioOf(live?.expects[0]) ?? 1;

interface Sized {
  readonly width?: number | null;
  readonly height?: number | null;
}

/** Width by height, where both are known. */
export const ratioOf = (size: Sized | undefined): number | undefined =>
  size?.width && size.height ? size.width / size.height : undefined;

/** How far an unfinished job is. */
export interface LiveFacts {
  /** False while its node is away. */
  readonly isRunning: boolean;
  /** From 0 to 1. */
  readonly fraction: number;
  /** The step of the sampler and how many there are, once it counts them. */
  readonly step: readonly [step: number, steps: number] | undefined;
  /** Jobs in front of it. */
  readonly inFront: number | null;
  /** When it is expected to end, in ms since 1970. */
  readonly endsAt: number | null;
  readonly previewRev: number | null;
  readonly isNodeAway: boolean;
  /** Whether another node takes it if its own stays away. */
  readonly canMove: boolean;
}

const UNKNOWN: LiveFacts = {
  isRunning: false,
  fraction: 0,
  step: undefined,
  inFront: null,
  endsAt: null,
  previewRev: null,
  isNodeAway: false,
  canMove: false,
};

export function liveFacts(live: LiveJobState | undefined): LiveFacts {
  if (!live) return UNKNOWN;
  const { job, progress, queuePosition, endsAt, previewRev } = live;
  const { step = null, steps = null } = progress ?? {};
  return {
    inFront: queuePosition,
    endsAt,
    previewRev,
    isNodeAway: job.node_unreachable,
    isRunning: isRunning(job),
    fraction: progress?.fraction ?? 0,
    step: step === null || steps === null ? undefined : [step, steps],
    canMove: job.moves_at !== null,
  };
}

/** `62 %`. */
export const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

/** `next, 22 s`, `2nd, 2 min`: when a waiting job's turn is. */
export function turnText(inFront: number | null, seconds: number | null): string {
  const turn = inFront === null ? 'waiting' : turnOf(inFront);
  return seconds === null ? turn : `${turn}, ${duration(seconds)}`;
}

/** The same, unless the node that is to take the job is away. */
export const waitingText = ({ isNodeAway, inFront }: LiveFacts, seconds: number | null): string =>
  isNodeAway ? stageWords.awayShort : turnText(inFront, seconds);

/** Which of some actions fit side by side; those with the highest rank give way first. */
export function fitting(
  items: readonly { readonly width: number; readonly rank: number }[],
  gap: number,
  available: number,
): readonly boolean[] {
  let left = available;
  const byRank = items.map((item, index) => ({ ...item, index })).sort((a, b) => a.rank - b.rank);
  const fits = items.map(() => false);
  for (const { width, index } of byRank) {
    left -= width + gap;
    if (left < 0) break;
    fits[index] = true;
  }
  return fits;
}

/** What can be made from the result in view. */
export type FollowUp = 'edit' | 'clip' | 'upscale';

type Usable = Pick<WorkflowItem, 'id' | 'modes' | 'inputs' | 'runnable_on' | 'run_time'>;
type Input = 'image' | 'video';

const MODES: Readonly<Record<FollowUp, Readonly<Record<Input, readonly string[]>>>> = {
  edit: { image: ['edit', 'i2i'], video: ['v2v'] },
  clip: { image: ['i2v'], video: ['i2v'] },
  upscale: { image: ['upscale'], video: ['upscale'] },
};

/** One that enlarges clips has the mode of all that make clips from clips; its id tells them apart. */
const doesFollowUp = ({ id, modes }: Usable, followUp: FollowUp, input: Input): boolean => {
  if (modes.includes('v2v') && id.startsWith('upscale')) return followUp === 'upscale';
  return modes.some((mode) => MODES[followUp][input].includes(mode));
};

/** Workflows that run somewhere and need one input of the given kind, and no other file. */
export function followUpWorkflows<W extends Usable>(
  workflows: readonly W[],
  followUp: FollowUp,
  input: Input,
): readonly W[] {
  const others = (['image', 'video', 'audio'] as const).filter((kind) => kind !== input);
  return workflows.filter(
    (workflow) =>
      doesFollowUp(workflow, followUp, input) &&
      workflow.inputs[input] !== 'none' &&
      others.every((kind) => workflow.inputs[kind] !== 'required') &&
      workflow.runnable_on.length > 0,
  );
}

/** The workflow that was used last, else the quickest. */
export function preferredWorkflow<W extends Usable>(
  workflows: readonly W[],
  lastUsed: ReadonlyMap<string, string | null>,
): W | undefined {
  const usedAt = ({ id }: W) => lastUsed.get(id) ?? '';
  return [...workflows].sort(
    (a, b) => usedAt(b).localeCompare(usedAt(a)) || quickestSeconds(a) - quickestSeconds(b) || 0,
  )[0];
}

/** Where an arrow key leads to in a grid. */
export function stepInGrid(key: string, index: number, columns: number, count: number): number {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const next = index + (steps[key] ?? 0);
  return next < 0 || next >= count ? index : next;
}

/** Whether a job has ended without a result. */
export const hasFailed = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled';
