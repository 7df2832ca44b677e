const LONGEST = 60;

/**
 * A text that somebody else wrote (an operator, a node, an imported file) as inline code: one line without anything
 * that could end it, cut at `most` characters. So it stays a label, in a table too, whatever it says. Pure.
 */
export function inlineCode(text: string, most = LONGEST): string {
  const line = text
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '/')
    .trim();
  const letters = Array.from(line);
  const cut = letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : line;
  return cut === '' ? '`?`' : `\`${cut}\``;
}

/** Names in a row; of many the beginning. Pure. */
export function inlineCodeList(names: readonly string[], most = 20): string {
  const more = names.length - most;
  const told = names.slice(0, most).map((name) => inlineCode(name));
  return `${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A table of Markdown; its cells hold no line break and no `|`. Pure. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
