import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAdmin } from '../../../api/session';
import { removeWorkflow } from '../../../api/workflow-imports';
import { ConfirmModal } from '../../../ui/ConfirmModal';
import { notifyDone } from '../../../ui/notify';
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
  if (!isAdmin) return null;
  const remove = async () => {
    await removeWorkflow(id);
    notifyDone(details.removed(name));
    onRemoved();
    void queries.invalidateQueries({ queryKey: ['workflows'] });
  };
  return (
    <>
      <Button color="bad" variant="outline" onClick={() => setIsAsking(true)}>
        {details.remove}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={details.removeTitle(name)}
        text={details.removeText}
        action={details.remove}
        keep={details.keep}
        onClose={() => setIsAsking(false)}
        onConfirm={remove}
      />
    </>
  );
}
