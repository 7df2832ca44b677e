import { useEffectEvent, useLayoutEffect } from 'react';
import { cancelJob } from '../../../api/jobs';
import { ownUnfinishedJobs } from '../../../api/own-jobs';
import { isUnderModal } from '../../../ui/keys';
import { notifyError } from '../../../ui/notify';
import { jobToStop } from '../model';
import { submitOnce } from './use-submit';

/** Ctrl-Enter submits and Ctrl-. stops what runs. */
export const useShortcuts = (): void =>
  useCtrlKeys({ Enter: () => void submitOnce(), '.': stopRunning });

/**
 * Actions by the key that is pressed with Ctrl: `Enter`, `Shift+Enter`. Wherever the focus is on the page; a picker or a painter
 * above it has its own keys.
 */
export function useCtrlKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const action = keys[shiftKey && key.length > 1 ? `Shift+${key}` : key];
    if (!action || !(event.ctrlKey || event.metaKey) || event.repeat || isUnderModal()) return;
    event.preventDefault();
    action();
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Stops the job of this account that runs, else the one that waits longest. */
function stopRunning(): void {
  const job = jobToStop(ownUnfinishedJobs());
  if (job) cancelJob(job.prompt_id).catch(notifyError);
}
