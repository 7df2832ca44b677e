import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { guardDraft } from '../routing/unsaved-drafts';
import {
  afterAnswer,
  afterChange,
  afterOverwrite,
  afterReset,
  afterSave,
  isUnsent,
  unchanged,
} from './draft-state';

interface DraftOptions<Value> {
  /** The stored value. */
  readonly value: Value;
  /** Why what is typed can't be saved; `undefined` if it can. */
  readonly check?: (typed: Value) => string | undefined;
  /** Answers whether the value was taken, once what is stored is in the cache. */
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
  /**
   * Sends what is typed, unless it is unchanged, wrong, in conflict or under way. One value is sent at a time, and after it
   * the newest.
   */
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
  const [state, setState] = useState(() => unchanged(value));
  let current = state;
  if (!isSame(state.stored, value)) {
    current = afterChange(state, value, isSame);
    setState(current);
  }
  const { typed, underWay, refused, hasConflict } = current;
  const isUnsaved = isUnsent(current, isSame);
  const isChanged = isUnsaved || !isSame(typed, value);
  const wrong = isChanged ? check?.(typed) : undefined;
  const send = useEffectEvent(async () => {
    if (underWay === undefined) return;
    const isTaken = await onSave(underWay.value);
    // The query cache notifies its components in a later task: by then, the field has the new stored value.
    setTimeout(() => setState((before) => afterAnswer(before, isTaken, isSame)));
  });
  useEffect(() => void send(), [underWay]);
  const canSave = wrong === undefined && !hasConflict;
  useNothingLost({ isChanged, canSave }, () => {
    if (isUnsaved && canSave) void onSave(typed);
  });
  return {
    typed,
    type: (value) => setState((before) => ({ ...before, typed: value })),
    isChanged,
    wrong,
    isRefused: isChanged && refused !== undefined && isSame(typed, refused.value),
    hasConflict: isChanged && hasConflict,
    save: () =>
      setState((before) =>
        before.hasConflict || check?.(before.typed) !== undefined
          ? before
          : afterSave(before, isSame),
      ),
    reset: () => setState(afterReset),
    overwrite: () => setState(afterOverwrite),
  };
}

interface Losable {
  readonly isChanged: boolean;
  readonly canSave: boolean;
}

/** Saves when the field goes. People are asked before what can't be saved is lost. */
function useNothingLost({ isChanged, canSave }: Losable, save: () => void): void {
  const saveAtEnd = useEffectEvent(save);
  useEffect(() => () => saveAtEnd(), []);
  const { history } = useRouter();
  const isLost = useEffectEvent(() => !canSave);
  useEffect(
    () => (isChanged ? guardDraft(history, () => isLost()) : undefined),
    [isChanged, history],
  );
}
