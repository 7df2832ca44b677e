/**
 * The text, or its first `length` characters with an ellipsis. Half of a pair is left out at the cut: JSON parsers may refuse
 * a whole answer for it.
 */
export const cutText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).replace(/\p{Surrogate}$/u, '')}…` : text;
