import { useSyncExternalStore } from 'react';
import { LiveJobs, type LiveJobState, type RunningSummary } from './events/live-job-states';

/** The unfinished jobs, as the event stream tells of them. */
export const liveJobs = new LiveJobs();

const subscribe = (listener: () => void) => liveJobs.subscribe(listener);

/** The unfinished jobs, oldest first. Changes with their records, not with their progress: see {@link useLiveJob}. */
export const useUnfinishedJobs = (): readonly LiveJobState[] =>
  useSyncExternalStore(subscribe, () => liveJobs.all());

/** One unfinished job with its progress, newest preview, queue position and expected end. */
export const useLiveJob = (promptId: string | null | undefined): LiveJobState | undefined =>
  useSyncExternalStore(subscribe, () => (promptId ? liveJobs.get(promptId) : undefined));

/** How many jobs run and wait, how far they are, and when the last one ends. */
export const useRunningSummary = (): RunningSummary =>
  useSyncExternalStore(subscribe, () => liveJobs.summary());
