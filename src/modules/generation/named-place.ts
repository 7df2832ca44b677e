/** A place on a machine or a network: a root, a home, a drive, a share, a variable, a scheme. */
const BEGINNING =
  /^(?:[\\/]|~(?:[a-z_][\w.-]{0,31})?(?:[\\/]|$)|[a-z]:(?:[\\/]|$)|file:|(?:\$\{?\w{1,64}\}?|%\w{1,64}%)[\\/]|[a-z][a-z0-9+.-]{0,31}:\/\/)/i;
const WAY_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/;
const URL_WITH_QUERY = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^\s?#]*[?#]/i;
const EXTENSION = /\.[a-z][a-z0-9]{0,10}$/i;
const QUOTED = /^(['"])([^\n]*)\1$/;

/**
 * Is a text that goes to prompts nothing but a path that leads out of a folder, or an address? Prose that merely holds
 * one is none. Lists and objects are judged by what they hold, texts of several lines by all of them. Pure.
 */
export function namesPlace(value: unknown): boolean {
  if (typeof value !== 'string') return within(value, namesPlace);
  const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every((line) => isPlace(line.trim()));
}

/**
 * May whatever takes a text read a place out of it? Such a reader knows no prose: it may go line by line, split lists,
 * and decode what a URL or a foreign keyboard wrote. A way up counts wherever it stands. Pure.
 */
export function holdsPlace(value: unknown): boolean {
  if (typeof value !== 'string') return within(value, holdsPlace);
  const plain = plainly(value);
  return ANY_WAY_UP.test(plain) || plain.split(SEPARATORS).some((one) => BEGINNING.test(bare(one)));
}

const within = (value: unknown, judge: (part: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some(judge);

const ANY_WAY_UP = /(?:^|[^.])\.\.[\\/]|[\\/]\.\.(?!\.)|^[ \t]*\.\.[ \t]*$/m;
const SEPARATORS = /[\r\n\v\f\u0085\u2028\u2029;,|]+/;

/** Without signs that nobody sees, with slashes as slashes, and decoded as often as somebody encoded. */
function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2044\u2215\u29F8\u2571]/g, '/')
    .replace(/[\u2216\u29F5\u29F9]/g, '\\')
    .replace(/%(?:25)+/g, '%')
    .replace(/%(?:2[ef]|5c|3a|7e|0[ad])/gi, (code) => decodeURIComponent(code));
}

/** Without the blanks and the quotes around it. */
const bare = (text: string): string => text.replace(/^[\s'"`(<[{]+/, '').trimEnd();

function isPlace(written: string): boolean {
  const text = QUOTED.exec(written)?.[2]?.trim() ?? written;
  return (BEGINNING.test(text) || WAY_UP.test(text)) && !isProse(text);
}

/**
 * Folders and files may hold spaces: what still has a file's extension behind a second separator is a path, and what
 * has no more than two words behind the last one. `/imagine a fox` and `/a/b is where foxes live` are prose.
 */
function isProse(text: string): boolean {
  if (!/\s/.test(text) || URL_WITH_QUERY.test(text)) return false;
  const parts = text.split(/[\\/]/);
  if (parts.length > 2 && EXTENSION.test(text)) return false;
  const [first = ''] = parts.filter((part) => part !== '');
  return /\s/.test(first) || (parts.at(-1) ?? '').trim().split(/\s+/).length > 2;
}
