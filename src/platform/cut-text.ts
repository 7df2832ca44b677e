/**
 * The text, or its first `length` UTF-16 units with an ellipsis. Half of a surrogate pair is left out at the cut, because some
 * JSON parsers refuse a whole answer for it.
 */
export const cutText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).replace(/\p{Surrogate}$/u, '')}…` : text;
