import type { Cue } from './captions';

const MILLISECONDS_PER_HOUR = 3_600_000;
/** An invisible character. Behind the first character of markup, it makes players show the markup as text. */
const WORD_JOINER = '\u2060';

/**
 * A SubRip file. SubRip has no escape for `<` and `{`, which begin markup, for `\`, which begins a line break in many players,
 * and for `-->`, which stands between two times: a word joiner makes them text.
 */
export function srtFile(cues: readonly Cue[]): string {
  const blocks = cues.map(({ lines, ...times }, index) => {
    const text = lines.map((line) => line.replace(/[<{\\]|--(?=>)/g, `$&${WORD_JOINER}`));
    return `${index + 1}\n${timing(times, ',')}\n${text.join('\n')}\n`;
  });
  return blocks.join('\n');
}

/** A WebVTT file, with the names of the speakers. */
export function vttFile(cues: readonly Cue[]): string {
  const blocks = cues.map(({ lines, speaker, ...times }) => {
    const text = escaped(lines.join('\n'));
    const name = escaped((speaker ?? '').replace(/\s+/gu, ' ').trim());
    const voiced = name === '' ? text : `<v ${name}>${text}</v>`;
    return `${timing(times, '.')}\n${voiced}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function timing({ from, to }: Pick<Cue, 'from' | 'to'>, separator: string): string {
  const start = Math.round(from * 1000);
  // At least a millisecond: most players reject a cue that ends when it starts.
  const end = Math.max(start + 1, Math.round(to * 1000));
  return `${timestamp(start, separator)} --> ${timestamp(end, separator)}`;
}

function timestamp(milliseconds: number, separator: string): string {
  const hours = String(Math.floor(milliseconds / MILLISECONDS_PER_HOUR)).padStart(2, '0');
  const rest = new Date(milliseconds % MILLISECONDS_PER_HOUR).toISOString().slice(14, 23);
  return `${hours}:${rest.replace('.', separator)}`;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
