import { Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { ChangedElsewhere } from './ChangedElsewhere';
import { PlainField } from './PlainField';
import { type Draft, useDraft } from './use-draft';

interface EditFieldProps {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly isLabelHidden?: boolean | undefined;
  readonly help?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  /** Several lines; Enter then makes a new one. */
  readonly isLong?: boolean;
  readonly maxLength?: number;
  /** Why the text can't be saved; `undefined` if it can. */
  readonly check?: (text: string) => string | undefined;
  /** Answers whether the value was taken. */
  readonly onSave: (value: string) => Promise<boolean>;
}

const NOT_SAVED = 'Not saved. Leave the field or press Enter to try again.';

/**
 * A field that saves itself when it is left, or by Enter. What could not be saved stays in it, to be sent again. Esc puts
 * the stored value back. A value that somebody else changes while it is edited is neither overwritten nor lost.
 */
export function EditField({ label, help, value, isReadOnly, ...props }: EditFieldProps) {
  const { isLabelHidden = false, isLong = false, check, onSave } = props;
  const draft = useDraft({ value, onSave, ...(check && { check }) });
  if (isReadOnly) return <PlainField label={label} text={value} />;
  const onKeyDown = (event: KeyboardEvent) => {
    // The key belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.isChanged) {
      event.preventDefault();
      draft.reset();
    } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) draft.save();
  };
  const field = {
    ...(isLabelHidden ? { 'aria-label': label } : { label }),
    description: help,
    placeholder: props.placeholder,
    value: draft.typed,
    error: errorOf(draft),
    dir: 'auto',
    maxLength: props.maxLength,
    inputWrapperOrder: [
      'label' as const,
      'input' as const,
      'description' as const,
      'error' as const,
    ],
    // Esc puts the value back instead of closing the panel around the field.
    'data-mantine-stop-propagation': draft.isChanged,
    onBlur: draft.save,
    onKeyDown,
  };
  return (
    <div>
      {isLong ? (
        <Textarea
          {...field}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => draft.type(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...field} onChange={(event) => draft.type(event.currentTarget.value)} />
      )}
      {draft.hasConflict && (
        <ChangedElsewhere
          field={label}
          theirs={value}
          onKeep={draft.overwrite}
          onTake={draft.reset}
        />
      )}
    </div>
  );
}

function errorOf({ wrong, isRefused, hasConflict }: Draft<string>): string | undefined {
  if (wrong !== undefined) return wrong;
  return isRefused && !hasConflict ? NOT_SAVED : undefined;
}
