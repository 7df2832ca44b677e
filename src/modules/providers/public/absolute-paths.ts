/*
 * Patterns of absolute paths in messages: POSIX, Windows and UNC. Every repetition is bounded or ends at a character
 * that it can't contain, so that matching takes linear time.
 */

/** `file://` is a path, and a single letter in front of a colon is a drive. */
const URL = /\b(?!file:)[a-z][a-z0-9+.-]{1,15}:\/\/(?:\[[0-9a-f:.]+\]|[^\s/'"<>)\]])[^\s'"<>)\]]*/
  .source;

const DRIVE = /(?<![A-Za-z0-9])(?:\\{2,4}[?.]\\{1,2})?[A-Za-z]:\\/.source;
const SHARE = /(?<![\w\\])\\\\/.source;
const FORWARD_DRIVE = /(?<![A-Za-z0-9])[A-Za-z]:\//.source;
const HOME = /(?<![\w.\\/~])~(?:[A-Za-z_][\w.-]{0,31})?[\\/]/.source;
/** Not after a word (`and/or`), but after a compiler's option (`-I/usr`). */
const ROOT = /(?:(?<![\w.\\/~])|(?<=(?<![\w-])-[A-Za-z]))\//.source;

/** A quoted path may hold spaces. */
const QUOTED = `(?<quote>['"\`])(?:file://)?(?:[A-Za-z]:[\\\\/]|\\\\\\\\|~[\\w.-]{0,32}[\\\\/]|/)(?:(?!\\k<quote>)[^\\n])*\\k<quote>`;
const SIGN = /(?:[^\s'"`,;:()[\]<>|]|(?<=\w)'(?=\w))/.source;

/** Sentences have no backslashes: everything up to the last one is path (`C:\Program Files (x86)\x`). */
const BACKWARD = `(?:${DRIVE}|${SHARE})(?:[^\\n'"\`<>|:\\\\/]{0,100}(?<!\\s)[\\\\/]{1,4})*${SIGN}*`;

/** What ends a path that may hold spaces: a word of a sentence, an option, or a fraction. */
const SENTENCE =
  /(?:an?|and|are|as|at|because|but|by|cannot|could|does|either|failed|for|from|has|if|in|into|is|it|no|not|of|on|or|please|see|the|then|to|was|while|with)(?![\w-])|\d+\/\d/
    .source;
const WORD = `[ ](?!-\\S|${SENTENCE})[^\\s/\\\\'"\`,;:()[\\]<>|]{1,100}`;
/** Ends at a file's extension; otherwise up to three words without a separator may follow, and one with it. */
const FORWARD = `(?:(?<![\\w.\\\\/~])file://)?(?:${FORWARD_DRIVE}|${HOME}|(?<=file://)/|${ROOT})${SIGN}+(?:(?<!\\.[A-Za-z]\\w{1,11})(?:${WORD}){1,4}[\\\\/]${SIGN}*)*`;

const LOCATIONS = new RegExp(`(?<url>${URL})|${QUOTED}|${BACKWARD}|${FORWARD}`, 'gi');

/** Reduces absolute paths to their last part, which often is the file in question, and rewrites URLs. */
export function replaceLocations(text: string, rewriteUrl: (url: string) => string): string {
  return text.replace(LOCATIONS, (match, ...rest: unknown[]) => {
    const { url, quote } = rest.at(-1) as Readonly<Record<'url' | 'quote', string | undefined>>;
    if (url !== undefined) return rewriteUrl(url);
    return quote === undefined
      ? lastPart(match)
      : `${quote}${lastPart(match.slice(1, -1))}${quote}`;
  });
}

function lastPart(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? '';
}
