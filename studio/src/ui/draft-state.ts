/** What is typed into a field, what it began from, and what became of it. */
export interface DraftState<Value> {
  /** The stored value when it was last looked at. */
  readonly stored: Value;
  readonly typed: Value;
  /** What was sent since nothing was changed. When it comes back as the stored value, nobody else has changed it. */
  readonly sent: readonly Value[];
  /** Being sent, and not answered yet. */
  readonly underWay?: Box<Value> | undefined;
  /** What was sent last, if it was refused. */
  readonly refused?: Box<Value> | undefined;
  /** What is to be sent once nothing is under way. */
  readonly next?: Box<Value> | undefined;
  readonly hasConflict: boolean;
}

/** Tells `undefined` as a value from no value. */
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

/** What is stored now, or will be once what is under way is. */
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

/** The stored value is shown once what was sent was taken, unless the typing went on. */
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

/** Forgets what was typed since. What is under way will be the stored value. */
export const afterReset = <Value>(state: DraftState<Value>): DraftState<Value> =>
  state.underWay
    ? { ...state, typed: state.underWay.value, next: undefined, hasConflict: false }
    : unchanged(state.stored);
