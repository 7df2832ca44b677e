import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface EditFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  /** Several lines; Enter then makes a new one. */
  readonly isLong?: boolean;
  readonly isMono?: boolean;
  /** Why the text can't be saved; `undefined` if it can. */
  readonly check?: (text: string) => string | undefined;
  /** Answers whether the value was taken. */
  readonly onSave: (value: string) => Promise<boolean>;
}

/** A field that saves itself when it is left, or by Enter. Esc puts the stored value back. */
export function EditField({ label, help, value, isReadOnly, ...props }: EditFieldProps) {
  const { isLong = false, isMono = false, check, onSave } = props;
  const [stored, setStored] = useState(value);
  const [typed, setTyped] = useState(value);
  if (value !== stored) {
    // Saved here, or changed elsewhere meanwhile.
    setStored(value);
    setTyped(value);
  }
  const problem = typed === value ? undefined : check?.(typed);
  const save = () => {
    if (typed === value || problem !== undefined || isReadOnly) return;
    void onSave(typed).then((isTaken) => {
      if (!isTaken) setTyped(value);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(value);
    else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) save();
  };
  const field = {
    label,
    description: help,
    value: typed,
    error: problem,
    readOnly: isReadOnly,
    dir: 'auto',
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
    classNames: { input: isMono ? 'tabular' : '' },
    onBlur: save,
    onKeyDown,
  };
  const common = { ...field, inputWrapperOrder: [...field.inputWrapperOrder] };
  return isLong ? (
    <Textarea
      {...common}
      autosize
      minRows={2}
      maxRows={12}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} onChange={(event) => setTyped(event.currentTarget.value)} />
  );
}
