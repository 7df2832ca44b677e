import { escapeForTerminal } from './terminal-escape';

const GAP = '  ';
const WIDE =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** A text table with aligned columns and escaped cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(escapeForTerminal));
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => columns(cells[column] ?? ''))),
  );
  return lines
    .map((cells) => cells.map((cell, column) => padded(cell, widths[column] ?? 0)))
    .map((cells) => cells.join(GAP).trimEnd())
    .join('\n');
}

const padded = (cell: string, width: number): string => cell + ' '.repeat(width - columns(cell));

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Width of a text on a terminal: one column per grapheme, two for wide ones. */
function columns(text: string): number {
  const graphemes = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return graphemes.reduce((sum, grapheme) => sum + (WIDE.test(grapheme) ? 2 : 1), 0);
}
