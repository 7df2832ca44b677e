import type { EditorInput } from './editor-graph';

/** May an output of one type feed an input of another? Types may be lists (`IMAGE,MASK`); `*` fits all. */
export function fitsType(from: string, to: string): boolean {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  if (isAny(a) || isAny(b) || a === b) return true;
  const offers = new Set(a.split(','));
  return b.split(',').some((type) => offers.has(type));
}

const isAny = (type: string): boolean => type === '*' || type === '' || type === '0';

/**
 * The input that stands in for an output of a bypassed node: the one of the same index if it suits both the output and
 * the final consumer, else the first of exactly the consumer's type, else the first that suits; `null`: none.
 */
export function bypassInput(
  inputs: readonly EditorInput[],
  slot: number,
  output: string,
  consumer: string,
): EditorInput | null {
  if (isAny(consumer)) return inputs[slot] ?? inputs[0] ?? null;
  const suits = ({ type }: EditorInput): boolean =>
    fitsType(type, output) && fitsType(type, consumer);
  const opposite = inputs[slot];
  if (opposite && suits(opposite)) return opposite;
  return inputs.find(({ type }) => type === consumer) ?? inputs.find(suits) ?? null;
}
