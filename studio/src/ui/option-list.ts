/** One of the choices of a field. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** A second line: what it is, or why it can't be chosen now. */
  readonly hint?: string;
  /** Address of a small picture. */
  readonly picture?: string | null;
  /** Further words by which a search finds it. */
  readonly words?: string;
}

/** Options that contain all words of the query; those whose label begins with its first word come first. */
export function matching(options: readonly Option[], query: string): readonly Option[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return options;
  const first: Option[] = [];
  const others: Option[] = [];
  for (const option of options) {
    const label = option.label.toLowerCase();
    const text = `${label} ${option.value.toLowerCase()} ${option.words?.toLowerCase() ?? ''}`;
    if (!words.every((word) => text.includes(word))) continue;
    (label.startsWith(words[0] ?? '') ? first : others).push(option);
  }
  return [...first, ...others];
}
