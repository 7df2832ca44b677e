import { Button, FileButton, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { idFromFile, nameFromFile } from '../model';
import { workflowsWords as words } from '../words';
import { FormError } from '../../../ui/FormError';
import { useIsTouch } from '../../../ui/use-is-touch';
import styles from './ImportForm.module.css';

export interface ImportRequest {
  readonly file: File;
  readonly id: string;
  readonly name: string;
}

interface ImportFormProps {
  readonly dropped: File | undefined;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (request: ImportRequest) => void;
}

/** The file and its name. */
export function ImportForm({ dropped, error, isBusy, onSubmit }: ImportFormProps) {
  const [file, setFile] = useState(dropped);
  const [id, setId] = useState(dropped ? idFromFile(dropped.name) : '');
  const [name, setName] = useState(dropped ? nameFromFile(dropped.name) : '');
  const advice = useIsTouch() ? words.import.kinds : words.import.drop;
  const take = (next: File | null | undefined) => {
    if (!next) return;
    setFile(next);
    setId(idFromFile(next.name));
    setName(nameFromFile(next.name));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== undefined) onSubmit({ file, id, name });
      }}
    >
      <div className={styles.drop}>
        <IconFileImport size={18} stroke={1.5} aria-hidden="true" />
        <p>{file === undefined ? advice : words.import.file(file.name)}</p>
        <FileButton accept=".json,application/json,image/*,video/*,audio/*" onChange={take}>
          {(props) => <Button {...props}>{words.import.pick}</Button>}
        </FileButton>
      </div>
      <TextInput
        data-autofocus
        label={words.import.id}
        description={words.import.idHelp}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <TextInput
        label={words.import.name}
        value={name}
        dir="auto"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {error !== undefined && <FormError error={error} />}
      <Button
        type="submit"
        variant="filled"
        loading={isBusy}
        disabled={file === undefined || id === ''}
      >
        {words.import.submit}
      </Button>
    </form>
  );
}
