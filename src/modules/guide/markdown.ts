const MAX_LABEL_LENGTH = 60;

/**
 * Untrusted text (of an operator, a node, an imported file) as inline code: one line of at most `maxLength` characters
 * without anything that could end the code or a table cell.
 */
export function inlineCode(text: string, maxLength = MAX_LABEL_LENGTH): string {
  const line = text
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '/')
    .trim();
  const letters = Array.from(line);
  const cut = letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : line;
  return cut === '' ? '`?`' : `\`${cut}\``;
}

/** A list of names; of more than `max` only the first ones. */
export function inlineCodeList(names: readonly string[], max = 20): string {
  const more = names.length - max;
  const labels = names.slice(0, max).map((name) => inlineCode(name));
  return `${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A Markdown table; its cells must not contain line breaks or `|`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
