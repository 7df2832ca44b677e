import { useLayoutEffect } from 'react';
import { cancelJob } from '../../../api/jobs';
import { ownUnfinishedJobs } from '../../../api/own-jobs';
import { notifyError } from '../../../ui/notify';
import { jobToStop } from '../model';
import { submitOnce } from './use-submit';

/** Ctrl-Enter submits and Ctrl-. stops what runs, wherever the focus is on the page. */
export function useShortcuts(): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.repeat || isInDialog(event.target)) return;
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        void submitOnce();
      }
      if (event.key === '.') {
        event.preventDefault();
        stopRunning();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** A picker or a painter above the page has its own keys. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"][aria-modal="true"]') !== null;

/** Stops the job of this account that runs, else the one that waits longest. */
function stopRunning(): void {
  const job = jobToStop(ownUnfinishedJobs());
  if (job) cancelJob(job.prompt_id).catch(notifyError);
}
