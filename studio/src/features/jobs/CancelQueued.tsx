import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOwnQueuedCount } from '../../api/own-jobs';
import { ConfirmModal } from '../../ui/ConfirmModal';
import { useJobActions } from './use-job-actions';
import { jobsWords as words } from './words';

/** A button that cancels the queued jobs of this account, after it has asked with their number if it is known. */
export function CancelQueued() {
  const count = useOwnQueuedCount();
  const { cancelQueued } = useJobActions();
  const [isAsking, setIsAsking] = useState(false);
  if (count === 0 && !isAsking) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {words.actions.cancelQueued(count)}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={words.confirmQueued.title(count)}
        text={words.confirmQueued.text}
        action={words.actions.cancelQueued(count)}
        keep={words.actions.keep(count)}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          await cancelQueued();
          setIsAsking(false);
        }}
      />
    </>
  );
}
