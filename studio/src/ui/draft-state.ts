/** What is typed into a field, and what it began from. */
export interface DraftState<Value> {
  /** The stored value when it was last looked at. */
  readonly stored: Value;
  readonly typed: Value;
  /** What was sent last. */
  readonly sent?: { readonly value: Value; readonly isRefused: boolean };
  readonly hasConflict: boolean;
}

/** Takes over a new stored value, unless something else is being typed. */
export function afterChange<Value>(
  { stored, typed, sent, hasConflict }: DraftState<Value>,
  value: Value,
  isSame: (one: Value, other: Value) => boolean,
): DraftState<Value> {
  const isSent = sent !== undefined && !sent.isRefused;
  const isIdle = isSame(typed, stored) || isSame(typed, value);
  if (isIdle) return { stored: value, typed: value, hasConflict: false };
  // Saved here while the typing went on.
  if (isSent && isSame(value, sent.value)) return { stored: value, typed, hasConflict };
  return { stored: value, typed, hasConflict: true };
}

/** What was sent was taken: the stored value is shown, unless the typing went on. */
export function afterSave<Value>(
  state: DraftState<Value>,
  sent: Value,
  isSame: (one: Value, other: Value) => boolean,
): DraftState<Value> {
  if (!isSame(state.typed, sent)) return state;
  return { stored: state.stored, typed: state.stored, hasConflict: false };
}

/** What is typed was sent, and is not answered yet. */
export const isOnItsWay = <Value>(
  { typed, sent }: DraftState<Value>,
  isSame: (one: Value, other: Value) => boolean,
): boolean => sent !== undefined && !sent.isRefused && isSame(typed, sent.value);
