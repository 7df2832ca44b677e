import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAdmin } from '../../../api/session';
import { removeWorkflow } from '../../../api/workflow-imports';
import { notifyDone, notifyError } from '../../../ui/notify';
import { workflowsWords as words } from '../words';

interface RemoveWorkflowProps {
  readonly id: string;
  readonly name: string;
  readonly onRemoved: () => void;
}

/** Removes an imported workflow, after asking. */
export function RemoveWorkflow({ id, name, onRemoved }: RemoveWorkflowProps) {
  const { details } = words;
  const queries = useQueryClient();
  const isAdmin = useIsAdmin();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (!isAdmin) return null;
  const remove = async () => {
    setIsBusy(true);
    try {
      await removeWorkflow(id);
      notifyDone(details.removed(name));
      onRemoved();
      void queries.invalidateQueries({ queryKey: ['workflows'] });
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button color="bad" variant="outline" onClick={() => setIsAsking(true)}>
        {details.remove}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={details.removeTitle(name)}
        closeButtonProps={{ 'aria-label': details.keep }}
      >
        <Text mb="lg">{details.removeText}</Text>
        <Group justify="flex-end" gap="sm">
          <Button onClick={() => setIsAsking(false)}>{details.keep}</Button>
          <Button color="bad" variant="outline" loading={isBusy} onClick={() => void remove()}>
            {details.remove}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
