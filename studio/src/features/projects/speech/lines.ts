import type { Shot } from '../../../api/projects';

export type Line = Shot['lines'][number];

export const NARRATOR = 'narrator';
const MAX_CHARS = 4096;
const MAX_PAUSE_SECONDS = 60;

/** The lines that have a text. One without is a place to write, and is not saved. */
export const writtenLines = (lines: readonly Line[]): Line[] =>
  lines.filter(({ text }) => text.trim() !== '');

export const sameLines = (one: readonly Line[], other: readonly Line[]): boolean =>
  JSON.stringify(writtenLines(one)) === JSON.stringify(writtenLines(other));

/** The speaker of a new line: who spoke last, or the narrator. */
export const nextSpeaker = (lines: readonly Line[]): string => lines.at(-1)?.speaker ?? NARRATOR;

export const withLine = (
  lines: readonly Line[],
  index: number,
  change: Partial<Line>,
): readonly Line[] => lines.map((line, at) => (at === index ? { ...line, ...change } : line));

export const withoutLine = (lines: readonly Line[], index: number): readonly Line[] =>
  lines.filter((_, at) => at !== index);

/** The lines with one moved to the place before. */
export const withLineUp = (lines: readonly Line[], index: number): readonly Line[] => {
  const line = lines[index];
  if (line === undefined || index === 0) return lines;
  const others = withoutLine(lines, index);
  return [...others.slice(0, index - 1), line, ...others.slice(index - 1)];
};

/** What keeps the lines from being saved. */
export type LinesFault = 'too_long' | 'pause';

export function faultOf(lines: readonly Line[]): LinesFault | undefined {
  if (lines.some(({ text }) => text.length > MAX_CHARS)) return 'too_long';
  const isPause = (seconds: number) => seconds >= 0 && seconds <= MAX_PAUSE_SECONDS;
  return lines.every(({ pause_seconds }) => isPause(pause_seconds)) ? undefined : 'pause';
}
