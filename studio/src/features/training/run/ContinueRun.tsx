import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { continueRun, refreshRun, type Run, useCheckpoints } from '../../../api/training-runs';
import { ActionModal } from '../../../ui/ActionModal';
import { FormError } from '../../../ui/FormError';
import { useSubmitting } from '../../../ui/use-submitting';
import styles from './Run.module.css';
import { runWords as words } from './words';

const MAX_STEPS = 10_000;
const FURTHER_STEPS = 500;

/** Trains an ended run on from its last checkpoint; nothing while it has none, or all steps that there can be. */
export function ContinueRun({ run }: { readonly run: Run }) {
  const { data: [latest] = [] } = useCheckpoints(run.job_name);
  if (latest === undefined || latest.step >= MAX_STEPS) return null;
  return (
    <ActionModal
      leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden="true" />}
      label={words.continue}
      title={words.continueTitle(run.job_name)}
    >
      {(close) => <ContinueForm run={run} savedStep={latest.step} onDone={close} />}
    </ActionModal>
  );
}

interface ContinueFormProps {
  readonly run: Run;
  readonly savedStep: number;
  readonly onDone: () => void;
}

function ContinueForm({ run, savedStep, onDone }: ContinueFormProps) {
  const queries = useQueryClient();
  const [steps, setSteps] = useState<string | number>(() =>
    Math.min(MAX_STEPS, Math.max(run.steps, savedStep + FURTHER_STEPS)),
  );
  const total = Number(steps);
  const { isBusy, error, submit } = useSubmitting(async () => {
    await continueRun(run.job_name, total);
    onDone();
    await refreshRun(queries, run.job_name);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Text className={styles.hint}>{words.continueText}</Text>
        <NumberInput
          label={words.total}
          description={words.totalHelp(savedStep)}
          value={steps}
          min={savedStep + 1}
          max={MAX_STEPS}
          step={100}
          allowDecimal={false}
          data-autofocus
          onChange={setSteps}
        />
        {error !== undefined && <FormError error={error} />}
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={!(total > savedStep && total <= MAX_STEPS)}
        >
          {words.continueSubmit(total)}
        </Button>
      </Stack>
    </form>
  );
}
