interface Named {
  readonly label: string;
  /** Other words that find it. */
  readonly keywords?: string;
}

/** Those that have every word of the query, those that begin with it first; all for an empty query. */
export function matching<T extends Named>(items: readonly T[], query: string, limit: number): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter((item) => {
    const text = `${item.label} ${item.keywords ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = (item: T) => item.label.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(begins), ...found.filter((item) => !begins(item))].slice(0, limit);
}

/** What is printed on a key: ⌘ on Apple's keyboards where others have Ctrl. */
export const keyName = (key: string, userAgent = navigator.userAgent): string =>
  /mac|iphone|ipad/i.test(userAgent) ? key.replace('Ctrl', '⌘') : key;

/** The newest job of each prompt. */
export function distinctPrompts<T extends { readonly prompt: string }>(
  jobs: readonly T[],
  limit: number,
): T[] {
  const byPrompt = new Map<string, T>();
  for (const job of jobs)
    if (job.prompt !== '' && !byPrompt.has(job.prompt)) byPrompt.set(job.prompt, job);
  return [...byPrompt.values()].slice(0, limit);
}
