import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createDataset, type Dataset } from '../../api/datasets';
import { FormError } from '../../ui/FormError';
import { idFromName } from '../../ui/id-from-name';
import { useSubmitting } from '../../ui/use-submitting';
import { trainingWords } from './words';

const { newDataset: words } = trainingWords;

interface NewDatasetFormProps {
  /** What follows, for example adding pictures. */
  readonly onCreate: (dataset: Dataset) => Promise<void>;
}

/** Name, id and notes of a new dataset. */
export function NewDatasetForm({ onCreate }: NewDatasetFormProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string>();
  const [description, setDescription] = useState('');
  const id = ownId ?? idFromName(name);
  const { isBusy, error, submit } = useSubmitting(async () => {
    const dataset = await createDataset({ id, name: name.trim(), description: description.trim() });
    void queries.invalidateQueries({ queryKey: ['datasets'] });
    await onCreate(dataset);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label={words.name}
          value={name}
          dir="auto"
          data-autofocus
          required
          withAsterisk={false}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={words.id}
          description={words.idHelp}
          value={id}
          required
          withAsterisk={false}
          maxLength={128}
          onChange={(event) => setOwnId(event.currentTarget.value)}
        />
        <Textarea
          label={words.description}
          value={description}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={5000}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {error !== undefined && <FormError error={error} />}
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={name.trim() === '' || id === ''}
        >
          {words.submit(name.trim())}
        </Button>
      </Stack>
    </form>
  );
}
