import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { publishCheckpoint, refreshLoras } from '../../../api/trained-loras';
import type { Checkpoint } from '../../../api/training-runs';
import { ActionModal } from '../../../ui/ActionModal';
import { FormError } from '../../../ui/FormError';
import { notifyDone } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import { findingText } from '../findings';
import styles from './Run.module.css';
import { runWords } from './words';

const { checkpoints: words } = runWords;

interface PublishCheckpointProps {
  readonly checkpoint: Checkpoint;
  /** It is there already: it can only be published under another name. */
  readonly isPublished: boolean;
}

/** Copies a checkpoint to the folder of the nodes, under a name. */
export function PublishCheckpoint({ checkpoint, isPublished }: PublishCheckpointProps) {
  return (
    <ActionModal
      size="compact-sm"
      label={isPublished ? words.publishCopy : words.publish}
      name={(isPublished ? words.publishCopyOf : words.publishOf)(checkpoint.step)}
      title={words.publishTitle}
    >
      {(close) => <PublishForm checkpoint={checkpoint} isPublished={isPublished} onDone={close} />}
    </ActionModal>
  );
}

interface PublishFormProps extends PublishCheckpointProps {
  readonly onDone: () => void;
}

function PublishForm({ checkpoint, isPublished, onDone }: PublishFormProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { isBusy, error, submit } = useSubmitting(async () => {
    const lora = await publishCheckpoint(checkpoint, name.trim());
    onDone();
    const problems = [
      // If no node lists it, a warning says so.
      ...(lora.on.length > 0 && lora.not_on.length > 0 ? [words.notOn(lora.not_on)] : []),
      ...lora.warnings.map(findingText),
    ];
    notifyDone(words.isPublished(lora.name, problems));
    refreshLoras(queries);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Text className={styles.hint}>
          {isPublished ? words.publishCopyText : words.publishText}
        </Text>
        <TextInput
          label={words.name}
          description={isPublished ? words.otherNameHelp : words.nameHelp}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error !== undefined && <FormError error={error} />}
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={isPublished && name.trim() === ''}
        >
          {words.publishSubmit}
        </Button>
      </Stack>
    </form>
  );
}
