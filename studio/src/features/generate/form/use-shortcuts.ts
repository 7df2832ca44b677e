import { useEffect } from 'react';
import { cancelJob } from '../../../api/jobs';
import { liveJobs } from '../../../api/live-jobs';
import { notifyDone, notifyError } from '../../../ui/notify';
import { formWords } from '../words';
import { submitOnce } from './use-submit';

/** Ctrl-Enter submits and Ctrl-. stops what runs, wherever the focus is on the page. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.repeat || isInDialog(event.target)) return;
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        void submitOnce();
      }
      if (event.key === '.') {
        event.preventDefault();
        void stopRunning().catch(notifyError);
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** A picker or a painter above the page has its own keys. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"][aria-modal="true"]') !== null;

async function stopRunning(): Promise<void> {
  const job = liveJobs.all().find((state) => state.job.status === 'running') ?? liveJobs.all()[0];
  if (!job) {
    notifyDone(formWords.nothingRuns);
    return;
  }
  await cancelJob(job.job.prompt_id);
  notifyDone(formWords.cancelled);
}
