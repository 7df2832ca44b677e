import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { compareCheckpoints, refreshLoras } from '../../../api/trained-loras';
import type { Run } from '../../../api/training-runs';
import { ActionModal } from '../../../ui/ActionModal';
import { FormError } from '../../../ui/FormError';
import { notifyDone } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import styles from './Run.module.css';
import { useWorkflowsFor, WorkflowPicker } from './WorkflowPicker';
import { runWords } from './words';

const { checkpoints: words } = runWords;

/** Makes pictures with several checkpoints and strengths, as a batch. */
export function CompareCheckpoints({ run }: { readonly run: Run }) {
  return (
    <ActionModal label={words.compare} title={words.compareTitle}>
      {(close) => <CompareForm run={run} onDone={close} />}
    </ActionModal>
  );
}

function CompareForm({ run, onDone }: { readonly run: Run; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const workflows = useWorkflowsFor(run.model || run.base_config);
  const [asked, setAsked] = useState<string>();
  const workflow = asked ?? workflows[0]?.id ?? null;
  const { isBusy, error, submit } = useSubmitting(async () => {
    if (workflow === null) return;
    const { batch_id, total } = await compareCheckpoints(run.job_name, { workflow });
    onDone();
    notifyDone(words.comparing(total), {
      action: {
        label: words.show,
        run: () => navigate({ to: '/jobs', search: { batch: batch_id } }),
      },
    });
    refreshLoras(queries);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Text className={styles.hint}>{words.compareText}</Text>
        <WorkflowPicker workflows={workflows} value={workflow} onChange={setAsked} />
        {error !== undefined && <FormError error={error} />}
        <Button type="submit" variant="filled" loading={isBusy} disabled={workflow === null}>
          {words.compareSubmit}
        </Button>
      </Stack>
    </form>
  );
}
