import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { PlainField } from './PlainField';

const NOT_SAVED = 'Not saved. Leave the field or press Enter to try again.';

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

/**
 * A field that saves itself when it is left, or by Enter. What could not be saved stays in it, to be sent again. Esc puts
 * the stored value back.
 */
export function EditField({ label, help, value, isReadOnly, ...props }: EditFieldProps) {
  const { isLong = false, isMono = false } = props;
  const { typed, setTyped, error, save } = useText({ value, ...props });
  if (isReadOnly) return <PlainField label={label} text={value} isMono={isMono} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(value);
    else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) save();
  };
  const field = {
    label,
    description: help,
    value: typed,
    error,
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

type TextOptions = Pick<EditFieldProps, 'value' | 'check' | 'onSave'>;

/** What is typed, until it is the stored value. */
function useText({ value, check, onSave }: TextOptions) {
  const [stored, setStored] = useState(value);
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState<string>();
  const [unsaved, setUnsaved] = useState<string>();
  if (value !== stored) {
    // Saved here, or changed elsewhere meanwhile. What was typed since stays.
    setStored(value);
    if (typed === stored || typed === sent) setTyped(value);
  }
  const isChanged = typed !== value;
  const wrong = isChanged ? check?.(typed) : undefined;
  const notSaved = isChanged && typed === unsaved ? NOT_SAVED : undefined;
  const save = () => {
    if (!isChanged || wrong !== undefined) return;
    setSent(typed);
    void onSave(typed).then((isTaken) => setUnsaved(isTaken ? undefined : typed));
  };
  return { typed, setTyped, error: wrong ?? notSaved, save };
}
