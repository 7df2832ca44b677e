/** The text of a search field. */
export interface SearchText {
  readonly typed: string;
  /** The words that the page shows the results of. */
  readonly shown: string;
  /** The words that the page was last asked for here. */
  readonly asked: string;
}

export const searchTextOf = (words: string): SearchText => ({
  typed: words,
  shown: words,
  asked: words,
});

/**
 * The text once the page shows other words. Those that were asked for here leave what was typed meanwhile; others, such as those
 * of an earlier page after Back, replace it.
 */
export const withShown = (text: SearchText, shown: string): SearchText =>
  shown === text.asked ? { ...text, shown } : searchTextOf(shown);

/** The service refuses a search for more words. */
const MAX_WORDS = 20;

/** As many words of a text, such as a pasted prompt, as a search may have. */
export const searchable = (text: string): string =>
  text.trim().split(/\s+/).slice(0, MAX_WORDS).join(' ');
