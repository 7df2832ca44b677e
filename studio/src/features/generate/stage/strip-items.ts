import { isRunning } from '../../../api/events/live-job-states';
import type { Job, JobOutput, LiveJob, MediaTile } from '../../../api/types';
import type { Subject } from './model';

/** One square of the strip. */
export type StripItem =
  | { readonly kind: 'live'; readonly key: string; readonly label: string; readonly id: string }
  | {
      /** A job that has ended: without a result, or its result isn't listed yet. */
      readonly kind: 'ended';
      readonly key: string;
      readonly label: string;
      readonly id: string;
      readonly hasFailed: boolean;
    }
  | {
      readonly kind: 'media';
      readonly key: string;
      readonly label: string;
      readonly tile: MediaTile;
    };

interface Sources {
  readonly unfinished: readonly LiveJob[];
  /** Jobs that ended while this page was open, newest first. */
  readonly ended: readonly (Pick<Job, 'prompt_id' | 'prompt'> & {
    readonly job: Job | undefined;
  })[];
  readonly tiles: readonly MediaTile[];
}

/** More waiting jobs than this are only counted. */
export const MAX_WAITING = 8;

/** Running jobs, then waiting ones, then those that ended without a listed result, then the results. */
export function stripItems({ unfinished, ended, tiles }: Sources): readonly StripItem[] {
  const listed = new Set(tiles.map(({ path }) => path));
  const running = unfinished.filter(isRunning);
  const waiting = unfinished.filter((job) => !isRunning(job));
  return [
    ...[...running, ...waiting]
      .slice(0, MAX_WAITING)
      .map(({ prompt_id: id, prompt }) => ({ kind: 'live', key: id, label: prompt, id }) as const),
    ...ended.flatMap(({ prompt_id: id, prompt, job }) =>
      isListed(job, listed)
        ? []
        : [
            {
              kind: 'ended',
              key: id,
              label: prompt,
              id,
              hasFailed: job?.status === 'failed',
            } as const,
          ],
    ),
    ...tiles.map((tile) => ({ kind: 'media', key: tile.path, label: tile.alt, tile }) as const),
  ];
}

/** Whether all that the job made is among the results, or was deleted. Who cancels a job doesn't look for it. */
function isListed(job: Job | undefined, listed: ReadonlySet<string>): boolean {
  if (job?.status === 'cancelled') return true;
  if (job?.status !== 'completed') return false;
  return job.outputs.every(
    ({ path, missing }) => path === undefined || missing === true || listed.has(path),
  );
}

export interface SeenJob {
  readonly id: string;
  readonly prompt: string;
}

/** The jobs that were unfinished when last looked at, and those that had ended by then. */
export interface SeenJobs {
  readonly unfinished: readonly SeenJob[];
  readonly ended: readonly SeenJob[];
}

/** As many ended jobs keep their square. */
const MAX_ENDED = 24;

/** The ended jobs, newest first. One that is unfinished again, as after the start of a new event stream, is none of them. */
export function endedJobs(before: SeenJobs, unfinished: readonly SeenJob[]): readonly SeenJob[] {
  const ids = new Set(unfinished.map(({ id }) => id));
  const isOver = ({ id }: SeenJob) => !ids.has(id);
  const gone = before.unfinished.filter(isOver).reverse();
  return [...gone, ...before.ended.filter(isOver)].slice(0, MAX_ENDED);
}

/** What the stage shows when a square is chosen. */
export const subjectOfItem = (item: StripItem): Subject =>
  item.kind === 'media' ? { kind: 'media', path: item.tile.path } : { kind: 'job', id: item.id };

interface Shown {
  readonly subject: Subject | undefined;
  readonly output: Pick<JobOutput, 'path'> | undefined;
}

/** Whether a square stands for what the stage shows. */
export function isShown(item: StripItem, { subject, output }: Shown): boolean {
  if (item.kind !== 'media') return subject?.kind === 'job' && subject.id === item.id;
  return item.tile.path === (subject?.kind === 'media' ? subject.path : output?.path);
}
