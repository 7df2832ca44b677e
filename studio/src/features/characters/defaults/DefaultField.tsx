import { KinoraError } from '@kinora/client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ChangedElsewhere } from '../../../ui/ChangedElsewhere';
import { inFormWords } from '../../../ui/problem';
import { type Draft, useDraft } from '../../../ui/use-draft';
import { type Setting, SettingField } from '../../generate/public';
import { charactersWords } from '../words';
import { textOf } from './model';
import { RemoveDefault } from './RemoveDefault';

const { defaults: words } = charactersWords;

interface DefaultFieldProps {
  readonly setting: Setting;
  readonly value: unknown;
  /** It was added here just now: the focus goes to it. */
  readonly isNew: boolean;
  /** Answers whether the value was taken. `showRefusal` shows why it wasn't, and answers whether it did. */
  readonly onSave: (value: unknown, showRefusal: (error: unknown) => boolean) => Promise<boolean>;
  readonly onRemove: () => void;
}

/** A default that saves itself when it is left, released or chosen. */
export function DefaultField({ setting, value, isNew, onSave, onRemove }: DefaultFieldProps) {
  const { label } = setting.param;
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLDivElement>(null);
  const draft = useDraft({
    value,
    check: (typed) => (typed === undefined ? words.empty : undefined),
    onSave: (typed) => {
      setRefusal(undefined);
      return onSave(typed, (error) => {
        const text = refusalOf(error);
        setRefusal(text);
        // If the field has been removed, the caller shows a message instead.
        return text !== undefined && field.current !== null;
      });
    },
  });
  useFocusAtStart(field, isNew);
  return (
    <>
      <div ref={field} role="presentation" onBlur={draft.save}>
        <SettingField
          setting={setting}
          value={draft.typed}
          error={errorOf(draft, refusal)}
          onChange={draft.type}
          onSettle={draft.save}
        />
      </div>
      <RemoveDefault
        label={label}
        onRemove={() => {
          // Otherwise the field would save its text when it is unmounted.
          draft.reset();
          onRemove();
        }}
      />
      {draft.hasConflict && (
        <ChangedElsewhere
          field={label}
          theirs={textOf(value)}
          onKeep={draft.overwrite}
          onTake={draft.reset}
        />
      )}
    </>
  );
}

function errorOf(draft: Draft<unknown>, refusal: string | undefined): string | undefined {
  if (draft.wrong !== undefined) return draft.wrong;
  return draft.isRefused && !draft.hasConflict ? (refusal ?? words.notSaved) : undefined;
}

/** What the service says of the fields; undefined: something else failed. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof KinoraError && error.fields.length > 0
    ? error.fields.map(({ msg }) => inFormWords(msg)).join(' ')
    : undefined;

const CONTROL = 'input:not([type="range"], [type="file"]), textarea, button';

function useFocusAtStart(field: RefObject<HTMLElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew) return undefined;
    // The list of settings gives the focus back to its button first.
    const timer = setTimeout(() => field.current?.querySelector<HTMLElement>(CONTROL)?.focus());
    return () => clearTimeout(timer);
  }, [field, isNew]);
}
