import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type CaptionEdit,
  type CaptionsChanged,
  type Dataset,
  editCaptions,
  refreshDataset,
  undoCaptions,
  useCaptionPreview,
} from '../../../api/datasets';
import { FormError } from '../../../ui/FormError';
import { notifyDone } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import styles from './Dataset.module.css';
import { datasetWords } from './words';

const { captions: words } = datasetWords;

const PAUSE_MS = 250;

interface EditCaptionsFormProps {
  readonly dataset: Dataset;
  readonly onDone: () => void;
}

/** What to replace and to add in all captions, and what would change. */
export function EditCaptionsForm({ dataset: { id }, onDone }: EditCaptionsFormProps) {
  const queries = useQueryClient();
  const [fields, setFields] = useState({ find: '', replace: '', prefix: '', suffix: '' });
  const [regex, setRegex] = useState(false);
  const edit = useMemo(() => toEdit(fields, regex), [fields, regex]);
  const [previewed] = useDebouncedValue(edit, PAUSE_MS);
  const preview = useCaptionPreview(id, edit === undefined ? undefined : previewed);
  const undo = async () => {
    await undoCaptions(id);
    await refreshDataset(queries, id);
  };
  const { isBusy, error, submit } = useSubmitting(async () => {
    const { changed_count } = await editCaptions(id, edit ?? {});
    onDone();
    notifyDone(words.changed(changed_count), { undo });
    await refreshDataset(queries, id);
  });
  const field = (name: keyof typeof fields, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={fields[name]}
      dir="auto"
      data-autofocus={name === 'find' || undefined}
      onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
    />
  );
  const shown = edit === undefined ? undefined : preview.data;
  const problem = error ?? (edit === undefined ? undefined : (preview.error ?? undefined));
  const count = shown?.changed_count ?? 0;
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        {field('find', words.find)}
        <Switch
          label={words.regex}
          checked={regex}
          onChange={(event) => setRegex(event.currentTarget.checked)}
        />
        {fields.find !== '' && field('replace', words.replace, words.replaceHelp)}
        <div className={styles.pair}>
          {field('prefix', words.prefix)}
          {field('suffix', words.suffix)}
        </div>
        {problem !== undefined ? <FormError error={problem} /> : <Preview changes={shown} />}
        <Button type="submit" variant="filled" loading={isBusy} disabled={count === 0}>
          {words.submit(count)}
        </Button>
      </Stack>
    </form>
  );
}

/** `undefined` while there is nothing to change. */
function toEdit(
  { find, replace, prefix, suffix }: Readonly<Record<string, string>>,
  regex: boolean,
): CaptionEdit | undefined {
  if (!find && !prefix && !suffix) return undefined;
  return {
    ...(find && { find, replace, regex }),
    ...(prefix && { prefix }),
    ...(suffix && { suffix }),
  };
}

function Preview({ changes }: { readonly changes: CaptionsChanged | undefined }) {
  if (changes === undefined) return <p className={styles.hint}>{words.hint}</p>;
  return (
    <div role="status">
      <p className={styles.hint}>
        {words.changes(changes.changed_count)}
        {changes.skipped.length > 0 && ` · ${words.skipped(changes.skipped.length)}`}
      </p>
      <ul className={styles.changes}>
        {changes.changes.map(({ name, before, after }) => (
          <li key={name}>
            <del dir="auto">{before}</del>
            <ins dir="auto">{after}</ins>
          </li>
        ))}
      </ul>
    </div>
  );
}
