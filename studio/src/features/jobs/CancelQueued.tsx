import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useOwnQueuedCount } from '../../api/own-jobs';
import { useJobActions } from './use-job-actions';
import { jobsWords as words } from './words';

/** A button that cancels the queued jobs of this account, after it has asked with their number. */
export function CancelQueued() {
  const count = useOwnQueuedCount();
  const actions = useJobActions();
  const [isAsking, setIsAsking] = useState(false);
  if (count === 0 && !isAsking) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {words.actions.cancelQueued(count)}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.confirmQueued.title(count)}
      >
        <Text mb="lg">{words.confirmQueued.text}</Text>
        <Group justify="flex-end" gap="sm">
          <Button onClick={() => setIsAsking(false)}>{words.actions.keep(count)}</Button>
          <Button
            variant="filled"
            loading={actions.isBusy}
            onClick={() => void actions.cancelQueued().then(() => setIsAsking(false))}
          >
            {words.actions.cancelQueued(count)}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
