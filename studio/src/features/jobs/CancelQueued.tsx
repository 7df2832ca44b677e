import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useUnfinishedJobList } from '../../api/jobs';
import { useJobActions } from './use-job-actions';
import { jobsWords as words } from './words';

const QUEUED = ['queued'] as const;

/** A button that cancels all queued jobs, after it has asked with their number. */
export function CancelQueued() {
  const queued = useUnfinishedJobList({}, QUEUED);
  const actions = useJobActions();
  const [isAsking, setIsAsking] = useState(false);
  const count = queued.data?.total ?? 0;
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
