import type { QueryClient } from '@tanstack/react-query';
import { liveJobs } from '../live-jobs';
import { CacheUpdates } from './cache-updates';
import type { LiveEvent } from './live-event';
import { RefreshQueue } from './refresh-queue';
import { SharedStream } from './shared-stream';

let stream: SharedStream | undefined;
const listeners = new Set<(event: LiveEvent) => void>();

/** Calls back for every event, in every tab. Returns the function that ends it. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called after signing in or out: events are those of the caller. */
export function sessionChanged(): void {
  stream?.sessionChanged();
}

/** Whether this tab reads the stream for all: what is to happen once in a browser happens here. */
export const isLeadingTab = (): boolean => stream?.isLeading === true;

/** Keeps what is cached current, from now on. Called once, before anything is fetched. */
export function startEvents(queryClient: QueryClient): void {
  const updates = new CacheUpdates(queryClient, new RefreshQueue(queryClient));
  stream = new SharedStream({
    receive: (event) => {
      receiveLiveJob(event);
      updates.receive(event);
      if (event.kind === 'resync') void queryClient.invalidateQueries();
      for (const listener of listeners) listener(event);
    },
    reset: (startedAt) => {
      liveJobs.replaceAll([]);
      const isOlder = (updatedAt: number) => updatedAt > 0 && updatedAt < startedAt;
      void queryClient.invalidateQueries({
        predicate: ({ state }) => isOlder(state.dataUpdatedAt),
      });
    },
    resumed: () => {
      // It may be another version of the service.
      void queryClient.invalidateQueries({ queryKey: ['session'] });
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    },
    jobs: () => liveJobs.current(),
    takeJobs: (jobs) => liveJobs.replaceAll(jobs),
    sessionChanged: () => void queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}

function receiveLiveJob({ kind, data }: LiveEvent): void {
  if (kind === 'job') liveJobs.receiveJob(data, Date.now());
  if (kind === 'progress') liveJobs.receiveProgress(data);
  if (kind === 'preview') liveJobs.receivePreview(data.prompt_id, data.rev);
  if (kind === 'queue') liveJobs.receiveQueue(data, Date.now());
}
