/** What is typed into a field, what it began from, and what became of it. */
export interface DraftState<Value> {
  /** The stored value when it was last looked at. */
  readonly stored: Value;
  readonly typed: Value;
  /** All values that were sent since the field was unchanged. A stored value that is one of them causes no conflict. */
  readonly sent: readonly Value[];
  /** Being sent, and not answered yet. */
  readonly underWay?: Box<Value> | undefined;
  /** What was sent last, if it was refused. */
  readonly refused?: Box<Value> | undefined;
  /** What is to be sent once nothing is under way. */
  readonly next?: Box<Value> | undefined;
  readonly hasConflict: boolean;
}

/** Tells the value `undefined` from having no value. */
interface Box<Value> {
  readonly value: Value;
}

type IsSame<Value> = (one: Value, other: Value) => boolean;

export const unchanged = <Value>(value: Value): DraftState<Value> => ({
  stored: value,
  typed: value,
  sent: [],
  hasConflict: false,
});

/** The value under way, which will be the stored one; else the stored value. */
const expected = <Value>({ stored, underWay }: DraftState<Value>): Value =>
  underWay ? underWay.value : stored;

/** What is typed is neither stored nor under way. */
export const isUnsent = <Value>(state: DraftState<Value>, isSame: IsSame<Value>): boolean =>
  !isSame(state.typed, expected(state));

/** Takes over a new stored value, unless something else is being typed. */
export function afterChange<Value>(
  state: DraftState<Value>,
  value: Value,
  isSame: IsSame<Value>,
): DraftState<Value> {
  const { stored, typed, sent, underWay } = state;
  const isTyped = isSame(typed, value);
  if (!underWay && (isTyped || isSame(typed, stored))) return unchanged(value);
  if (isTyped || sent.some((one) => isSame(one, value))) return { ...state, stored: value };
  return { ...state, stored: value, next: undefined, hasConflict: true };
}

/** Sends what is typed, after what is under way. */
export function afterSave<Value>(
  state: DraftState<Value>,
  isSame: IsSame<Value>,
): DraftState<Value> {
  if (isUnsent(state, isSame)) return sending(state, state.typed);
  return { ...state, next: undefined };
}

/** Sends what is typed in place of what others stored. */
export const afterOverwrite = <Value>(state: DraftState<Value>): DraftState<Value> =>
  sending({ ...state, hasConflict: false }, state.typed);

const sending = <Value>(state: DraftState<Value>, value: Value): DraftState<Value> =>
  state.underWay
    ? { ...state, next: { value } }
    : {
        ...state,
        sent: [...state.sent, value],
        underWay: { value },
        refused: undefined,
        next: undefined,
      };

/** After a success, shows the stored value, unless something else was typed meanwhile. */
export function afterAnswer<Value>(
  state: DraftState<Value>,
  isTaken: boolean,
  isSame: IsSame<Value>,
): DraftState<Value> {
  const { stored, underWay, next } = state;
  if (next) return sending({ ...state, underWay: undefined }, next.value);
  if (!isTaken) return { ...state, underWay: undefined, refused: underWay };
  return isUnsent(state, isSame) ? { ...state, underWay: undefined } : unchanged(stored);
}

/** Drops what was typed, and shows the value under way, if there is one, else the stored value. */
export const afterReset = <Value>(state: DraftState<Value>): DraftState<Value> =>
  state.underWay
    ? { ...state, typed: state.underWay.value, next: undefined, hasConflict: false }
    : unchanged(state.stored);
