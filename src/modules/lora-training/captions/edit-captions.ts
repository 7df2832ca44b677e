import { type Matcher, RE2JS, RE2JSException } from 're2js';

/** An edit of each caption: first the replacement, then the additions that the caption lacks. */
export interface CaptionEdit {
  /** A text or, with `regex`, a pattern of RE2; `null` replaces nothing. */
  readonly find: string | null;
  /** With `regex`, `$1`, `$<name>`, `$&` and `$$` stand for groups, the match and a dollar sign. */
  readonly replace: string;
  readonly regex: boolean;
  readonly prefix: string;
  readonly suffix: string;
}

export interface Caption {
  readonly name: string;
  readonly text: string;
}

/** The captions that change, with their new texts, or what is wrong with the request. */
export type EditResult =
  | { readonly changed: readonly Caption[] }
  | { readonly field: 'find' | 'replace'; readonly message: string };

/** In characters. */
export const MAX_CAPTION = 20_000;
/** Of all captions of a dataset together, in characters: an edit keeps them in memory, and the earlier ones on disk. */
const MAX_TOTAL = 1_000_000;

/** Edits captions. Call it in a separate process, because a pattern may take long. */
export function editCaptions(captions: readonly Caption[], edit: CaptionEdit): EditResult {
  const { find, regex } = edit;
  let total = 0;
  let pattern: RE2JS | null = null;
  try {
    if (find !== null) pattern = RE2JS.compile(regex ? find : RE2JS.quote(find));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { field: 'find', message: `Send a pattern of RE2: ${error.message}.` };
  }
  const changed: Caption[] = [];
  for (const { name, text } of captions) {
    const result = edited(text, pattern, edit);
    if (result === null)
      return {
        field: 'replace',
        message: `Send an edit that leaves at most ${MAX_CAPTION} characters: the caption of ${name} would get longer.`,
      };
    total += Math.max(result.length, text.length);
    if (total > MAX_TOTAL)
      return {
        field: 'find',
        message: `Set captions one by one: together they have, or would get, more than ${MAX_TOTAL} characters.`,
      };
    if (result !== text) changed.push({ name, text: result });
  }
  return { changed };
}

/** The new caption; `null` if it is too long. */
function edited(text: string, pattern: RE2JS | null, edit: CaptionEdit): string | null {
  const replaced = pattern === null ? text : replacedAll(text, pattern, edit);
  if (replaced === null) return null;
  const result = withAdditions(replaced, edit).trim();
  return result.length > MAX_CAPTION && result.length > text.length ? null : result;
}

/** Captions are stored without space at their ends, so that of a prefix or suffix may be missing. */
function withAdditions(text: string, { prefix, suffix }: CaptionEdit): string {
  const hasPrefix = (text + prefix.slice(prefix.trimEnd().length)).startsWith(prefix);
  const begun = hasPrefix ? text : prefix + text;
  const leadingSpace = suffix.slice(0, suffix.length - suffix.trimStart().length);
  return (leadingSpace + begun).endsWith(suffix) ? begun : begun + suffix;
}

function replacedAll(text: string, pattern: RE2JS, { replace, regex }: CaptionEdit): string | null {
  const matcher = pattern.matcher(text);
  let result = '';
  let end = 0;
  while (matcher.find()) {
    result += text.slice(end, matcher.start()) + (regex ? expanded(replace, matcher) : replace);
    end = matcher.end();
    // A short pattern can ask for a text that doesn't fit into memory.
    if (result.length > Math.max(MAX_CAPTION, text.length)) return null;
  }
  return result + text.slice(end);
}

const REFERENCE = /\$(?:(?<sign>[$&])|(?<number>\d{1,2})|<(?<name>[^>]+)>)/g;

function expanded(replace: string, matcher: Matcher): string {
  return replace.replace(REFERENCE, (reference, sign?: string, number?: string, name?: string) => {
    if (sign !== undefined) return sign === '$' ? '$' : (matcher.group() ?? '');
    if (name !== undefined) return matcher.getNamedGroups()[name] ?? '';
    const group = Number(number);
    return group >= 1 && group <= matcher.groupCount() ? (matcher.group(group) ?? '') : reference;
  });
}
