/** A place on a machine or a network: a root, a home, a drive, a share, a variable, a scheme. */
const BEGINNING =
  /^(?:[\\/]|~(?:[a-z_][\w.-]{0,31})?(?:[\\/]|$)|[a-z]:(?:[\\/]|$)|file:|(?:\$\{?\w{1,64}\}?|%\w{1,64}%)[\\/]|[a-z][a-z0-9+.-]{0,31}:\/\/)/i;
const WAY_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/;
const URL_WITH_QUERY = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^\s?#]*[?#]/i;
const EXTENSION = /\.[a-z][a-z0-9]{0,10}$/i;
const QUOTED = /^(['"])([^\n]*)\1$/;

/**
 * Is a value nothing but a path that leads out of a folder, or an address? Prose that merely holds one is none. Lists
 * and objects are judged by what they hold, texts of several lines by all of them. Pure.
 */
export function namesPlace(value: unknown): boolean {
  if (typeof value !== 'string')
    return typeof value === 'object' && value !== null && Object.values(value).some(namesPlace);
  const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every((line) => isPlace(line.trim()));
}

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
