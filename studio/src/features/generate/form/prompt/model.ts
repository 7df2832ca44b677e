/** A text with a selection. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const STEP = 0.1;
const MIN_WEIGHT = 0.1;
const MAX_WEIGHT = 2;

/** Turns the selected words, or the word at the cursor, up or down: `(words:1.1)`. A weight of 1 has no brackets. */
export function weigh(selected: Selected, direction: 1 | -1): Selected {
  const { text, start, end } = wordsAt(selected);
  const words = text.slice(start, end);
  if (words === '') return selected;
  const weighted = weightedPart({ text, start, end });
  const weight = (weighted?.weight ?? 1) + direction * STEP;
  const next = Number(Math.min(MAX_WEIGHT, Math.max(MIN_WEIGHT, weight)).toFixed(2));
  const [from, to] = weighted ? [weighted.from, weighted.to] : [start, end];
  const inner = weighted?.words ?? words;
  const replaced = next === 1 ? inner : `(${inner}:${next})`;
  const offset = from + (next === 1 ? 0 : 1);
  return {
    text: text.slice(0, from) + replaced + text.slice(to),
    start: offset,
    end: offset + inner.length,
  };
}

/** The selection without spaces around it; without one, the word at the cursor. */
function wordsAt({ text, start, end }: Selected): Selected {
  if (start !== end) {
    const words = text.slice(start, end);
    const before = words.length - words.trimStart().length;
    const after = words.length - words.trimEnd().length;
    return { text, start: start + before, end: Math.max(start + before, end - after) };
  }
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_'’-]/u.test(char);
  let [from, to] = [start, end];
  while (isWord(text[from - 1])) from -= 1;
  while (isWord(text[to])) to += 1;
  return { text, start: from, end: to };
}

/** The brackets around the selection, or selected with it. */
function weightedPart({ text, start, end }: Selected) {
  const inside = /^\((.*):(\d+(?:\.\d+)?)\)$/su.exec(text.slice(start, end));
  if (inside) return { from: start, to: end, words: inside[1] ?? '', weight: Number(inside[2]) };
  const after = /^:(\d+(?:\.\d+)?)\)/u.exec(text.slice(end));
  if (text[start - 1] !== '(' || !after) return undefined;
  return {
    from: start - 1,
    to: end + after[0].length,
    words: text.slice(start, end),
    weight: Number(after[1]),
  };
}

/** Adds words after the others, once. */
export function withWords(prompt: string, words: string): string {
  const has = prompt.toLowerCase().includes(words.toLowerCase());
  if (has) return prompt;
  return prompt.trim() === '' ? words : `${prompt.trimEnd().replace(/,$/u, '')}, ${words}`;
}
