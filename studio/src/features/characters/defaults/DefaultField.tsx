import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ChangedElsewhere } from '../../../ui/ChangedElsewhere';
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
  /** What the service refused about it. */
  readonly refusal: string | undefined;
  /** Answers whether the value was taken. */
  readonly onSave: (value: unknown) => Promise<boolean>;
  readonly onRemove: (isChanged: boolean) => void;
}

/** A default that saves itself when it is left, released or chosen. */
export function DefaultField({ setting, value, isNew, refusal, ...props }: DefaultFieldProps) {
  const { onSave, onRemove } = props;
  const { label } = setting.param;
  const draft = useDraft({
    value,
    check: (typed) => (typed === undefined ? words.empty : undefined),
    onSave,
  });
  const settle = useSettle(draft.save);
  const field = useRef<HTMLDivElement>(null);
  useFocusAtStart(field, isNew);
  return (
    <>
      <div ref={field}>
        <SettingField
          setting={setting}
          value={draft.typed}
          error={errorOf(draft, refusal)}
          onChange={draft.type}
          onSettle={settle}
        />
      </div>
      <RemoveDefault
        label={label}
        onRemove={() => {
          // What goes must not save what was typed into it.
          draft.reset();
          onRemove(draft.isChanged);
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
  // What was typed since is not refused.
  if (draft.hasConflict || (draft.isChanged && !draft.isRefused)) return undefined;
  return refusal ?? (draft.isRefused ? words.notSaved : undefined);
}

/** Saves once what was just set has become the draft: a number is brought into its range when it is left. */
function useSettle(save: () => void): () => void {
  const [count, setCount] = useState(0);
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    if (count > 0) saveNow();
  }, [count]);
  return () => setCount((before) => before + 1);
}

const CONTROL = 'input:not([type="range"]), textarea, button';

function useFocusAtStart(field: RefObject<HTMLElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew) return undefined;
    // The list of settings gives the focus back to its button first.
    const timer = setTimeout(() => field.current?.querySelector<HTMLElement>(CONTROL)?.focus());
    return () => clearTimeout(timer);
  }, [field, isNew]);
}
