import { useEffect, useEffectEvent, useState } from 'react';
import { afterChange, afterSave, type DraftState, isOnItsWay } from './draft-state';

interface DraftOptions<Value> {
  /** The stored value. */
  readonly value: Value;
  /** Why what is typed can't be saved; `undefined` if it can. */
  readonly check?: (typed: Value) => string | undefined;
  /** Answers whether the value was taken. */
  readonly onSave: (typed: Value) => Promise<boolean>;
  readonly isSame?: (one: Value, other: Value) => boolean;
}

export interface Draft<Value> {
  readonly typed: Value;
  readonly type: (value: Value) => void;
  readonly isChanged: boolean;
  /** Why it can't be saved, by `check`. */
  readonly wrong: string | undefined;
  /** What is typed was sent and refused. */
  readonly isRefused: boolean;
  /** The value was changed elsewhere after the typing began. Nothing is saved before somebody has decided. */
  readonly hasConflict: boolean;
  /** Sends what is typed, unless it is unchanged, wrong, in conflict or on its way. */
  readonly save: () => void;
  /** Puts the stored value back. */
  readonly reset: () => void;
  /** Sends what is typed in place of what was changed elsewhere. */
  readonly overwrite: () => void;
}

/** What somebody types into a field, until it is the stored value. */
export function useDraft<Value>({
  value,
  check,
  onSave,
  isSame = Object.is,
}: DraftOptions<Value>): Draft<Value> {
  const [state, setState] = useState<DraftState<Value>>({
    stored: value,
    typed: value,
    hasConflict: false,
  });
  let current = state;
  if (!isSame(state.stored, value)) {
    current = afterChange(state, value, isSame);
    setState(current);
  }
  const { typed, sent, hasConflict } = current;
  const isChanged = !isSame(typed, value);
  const wrong = isChanged ? check?.(typed) : undefined;
  const send = () => {
    setState({ ...current, hasConflict: false, sent: { value: typed, isRefused: false } });
    void onSave(typed).then((isTaken) => {
      setState((before) =>
        isTaken
          ? afterSave(before, typed, isSame)
          : { ...before, sent: { value: typed, isRefused: true } },
      );
    });
  };
  const save = () => {
    if (isChanged && wrong === undefined && !hasConflict && !isOnItsWay(current, isSame)) send();
  };
  useNothingLost(isChanged, save);
  return {
    typed,
    type: (next) => setState((before) => ({ ...before, typed: next })),
    isChanged,
    wrong,
    isRefused: isChanged && sent?.isRefused === true && isSame(typed, sent.value),
    hasConflict: isChanged && hasConflict,
    save,
    reset: () => setState({ stored: value, typed: value, hasConflict: false }),
    overwrite: send,
  };
}

/** Saves when the field goes; before the page goes, the browser asks. */
function useNothingLost(isChanged: boolean, save: () => void): void {
  const saveAtEnd = useEffectEvent(save);
  useEffect(() => () => saveAtEnd(), []);
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
}
