import type { LiveEvent } from '@kinora/client';
import type { QueryClient } from '@tanstack/react-query';
import { liveJobs } from '../live-jobs';
import { reloadBroken } from '../../ui/reload-broken';
import { reportSignOut } from '../sign-out';
import { CacheUpdates } from './cache-updates';
import { RefreshQueue } from './refresh-queue';
import { type SessionChange, SharedStream } from './shared-stream';

let stream: SharedStream | undefined;
const listeners = new Set<(event: LiveEvent) => void>();

/** Calls the listener for every event, in every tab. Returns the function that removes the listener. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call it after signing in or out, because which events a caller receives depends on the key. */
export function sessionChanged(change: SessionChange): void {
  stream?.sessionChanged(change);
}

/** Whether this tab reads the stream for all tabs. Do here what must happen only once per browser, such as a notification. */
export const isLeadingTab = (): boolean => stream?.isLeading === true;

/** Starts to update the query cache by events. Call it once, before anything is fetched. */
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
      // The service may have been updated meanwhile, and the session contains its version.
      for (const key of ['session', 'health'])
        void queryClient.invalidateQueries({ queryKey: [key] });
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
      reloadBroken();
    },
    jobs: () => liveJobs.current(),
    replaceJobs: (jobs) => liveJobs.replaceAll(jobs),
    sessionChanged: ({ isSignedOut }) => {
      if (isSignedOut) {
        reportSignOut();
        location.reload();
        return;
      }
      liveJobs.replaceAll([]);
      void queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  });
}

function receiveLiveJob({ kind, data }: LiveEvent): void {
  if (kind === 'job') liveJobs.receiveJob(data, Date.now());
  if (kind === 'progress') liveJobs.receiveProgress(data);
  if (kind === 'preview') liveJobs.receivePreview(data.prompt_id, data.rev);
  if (kind === 'queue') liveJobs.receiveQueue(data, Date.now());
}
