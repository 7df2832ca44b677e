import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { cancelBatch, cancelJob, cancelQueuedJobs, rerunJob } from '../../api/jobs';
import { notifyDone, notifyError } from '../../ui/notify';
import { useSubmitting } from '../../ui/use-submitting';
import { jobsWords as words } from './words';

/** What can be done with jobs. Each call tells what came of it; a second press waits for the first. */
export function useJobActions() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const act = async (action: () => Promise<void>) => {
    try {
      await action();
    } finally {
      void queries.invalidateQueries({ queryKey: ['jobs'] });
    }
  };
  const { isBusy, run } = useSubmitting(act, { onError: notifyError });
  const changed = (id: string) => queries.invalidateQueries({ queryKey: ['job', id] });

  return {
    isBusy,
    cancel: (id: string) =>
      run(async () => {
        await cancelJob(id);
        void changed(id);
        notifyDone(words.done.cancelled);
      }),
    cancelQueued: () =>
      run(async () => {
        const { cancelled } = await cancelQueuedJobs();
        notifyDone(words.done.queuedCancelled(cancelled.length));
      }),
    cancelBatch: (id: string) =>
      run(async () => {
        await cancelBatch(id);
        void queries.invalidateQueries({ queryKey: ['batch', id] });
        notifyDone(words.done.batchCancelled);
      }),
    again: (id: string, changes?: Record<string, unknown>) =>
      run(async () => {
        const { prompt_id: next } = await rerunJob(id, changes);
        notifyDone(words.done.again, {
          ...(next && {
            action: {
              label: words.done.show,
              run: () => navigate({ to: '/jobs', search: { job: next } }),
            },
          }),
        });
      }),
  };
}
