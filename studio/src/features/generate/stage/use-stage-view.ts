import { KinoraError } from '@kinora/client';
import { useEffect } from 'react';
import { useNewestJobOf } from '../../../api/batches';
import { useJob } from '../../../api/jobs';
import type { LiveJobState } from '../../../api/events/live-job-states';
import { useLiveJob } from '../../../api/live-jobs';
import { useMediaItem } from '../../../api/media-item';
import { useOwnUnfinishedJobs } from '../../../api/own-jobs';
import type { Job, JobOutput, LiveJob, Media } from '../../../api/types';
import { useSubmitted } from '../form/store';
import { rememberShown, useChoice } from './choice';
import { hasFailed, outputIndex, pagedOutputs, type Subject, subjectOf } from './model';
import { useRecent } from './use-recent';

/** What is in view. */
export interface StageView {
  readonly subject: Subject | undefined;
  /** Empty: nothing was made yet. Gone: it was deleted. Unreadable: `problem` says why. */
  readonly state: 'empty' | 'loading' | 'unfinished' | 'failed' | 'done' | 'gone' | 'unreadable';
  readonly problem: Error | null;
  /** The job that makes or made it; known before its record is. */
  readonly jobId: string | undefined;
  readonly job: Job | undefined;
  readonly live: LiveJobState | undefined;
  /** The output in view. */
  readonly output: JobOutput | undefined;
  readonly index: number;
  /** Of the media asset in view; known before its record is. */
  readonly path: string | undefined;
  readonly media: Media | undefined;
  readonly prompt: string;
  /** The node that makes or made it. */
  readonly node: string | undefined;
}

/** The chosen or newest result with everything that is known of it. */
export function useStageView(): StageView {
  const { subject, isLoading, error: listError } = useSubject();
  const chosenPath = subject?.kind === 'media' ? subject.path : undefined;
  const chosen = useMediaItem(chosenPath);
  const { jobId, job, live, error } = useJobOf(subject, chosen.data);
  const { index, output } = outputOf(job, chosenPath);
  const path = chosenPath ?? output?.path;
  const { data: media } = useMediaItem(path);
  useEffect(() => {
    if (media) rememberShown(media.path);
  }, [media]);
  const problem = firstOf(chosen.error, error, subject ? null : listError);
  const isGone = isNotFound(problem) || isTrashed(media, output);
  return {
    subject,
    jobId,
    job,
    live,
    output,
    index,
    path,
    media,
    problem,
    ...titleOf(media, job ?? live?.job),
    state: stateOf({ subject, isLoading, job, media, isGone, problem }),
  };
}

function outputOf(job: Job | undefined, path: string | undefined) {
  const outputs = pagedOutputs(job?.outputs ?? []);
  const index = outputIndex(outputs, path);
  return { index, output: outputs[index] };
}

function titleOf(media: Media | undefined, job: Job | LiveJob | undefined) {
  const name = media?.prompt ?? media?.name;
  return {
    prompt: job ? job.prompt : (name ?? ''),
    node: job ? job.provider : (media?.provider ?? undefined),
  };
}

const isTrashed = (media: Media | undefined, output: JobOutput | undefined): boolean =>
  media ? media.trashed_at !== null : output?.missing === true;

const firstOf = (...errors: readonly (Error | null)[]): Error | null =>
  errors.find((error) => error !== null) ?? null;

const isNotFound = (error: Error | null): boolean =>
  error instanceof KinoraError && error.status === 404;

interface Known {
  readonly subject: Subject | undefined;
  readonly isLoading: boolean;
  readonly isGone: boolean;
  readonly problem: Error | null;
  readonly job: Job | undefined;
  readonly media: Media | undefined;
}

function stateOf({ subject, isLoading, isGone, problem, job, media }: Known): StageView['state'] {
  if (isGone) return 'gone';
  if (!job && !media) return stateWithoutRecord({ subject, isLoading, problem });
  return !job || subject?.kind === 'media' ? 'done' : stateOfJob(job);
}

function stateWithoutRecord({
  subject,
  isLoading,
  problem,
}: Pick<Known, 'subject' | 'isLoading' | 'problem'>): StageView['state'] {
  if (problem) return 'unreadable';
  return subject || isLoading ? 'loading' : 'empty';
}

function stateOfJob(job: Job): StageView['state'] {
  if (hasFailed(job)) return 'failed';
  return job.status === 'completed' ? 'done' : 'unfinished';
}

/** What the stage shows now. */
export function useSubject() {
  const recent = useRecent();
  const choice = useChoice();
  const submitted = useSubmitted();
  const newestOfBatch = useNewestJobOf(submitted[0]).data;
  const unfinished = useOwnUnfinishedJobs();
  const subject = subjectOf({
    choice,
    submitted,
    newestOfBatch,
    unfinished: unfinished.map(({ job }) => job),
    newest: recent.tiles[0]?.path,
  });
  return { subject, isLoading: recent.isPending, error: recent.error };
}

/** The job that is in view, or that made what is in view. */
function useJobOf(subject: Subject | undefined, media: Media | undefined) {
  const id = subject?.kind === 'job' ? subject.id : media?.prompt_id;
  const { data, error } = useJob(id);
  const jobId = error === null ? (id ?? undefined) : undefined;
  return { jobId, job: data, error, live: useLiveJob(id) };
}
