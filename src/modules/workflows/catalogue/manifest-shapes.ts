import { longerThan } from '../../../platform/validation/checks';
import { fits, plainObject, type Shape } from './json-shape';
import { recordOr } from '../json/json-values';

/*
 * Shapes of what a manifest says about models: names go into calls of the node and into hints, pages into browsers.
 */

/** A file below a folder, with slashes of either kind: `SDXL/base v2.safetensors`. */
export const fileName = fits(
  'the name of a file, or its path below the folder, such as SDXL/base.safetensors',
  (value) => typeof value === 'string' && isRelative(value) && !/^[a-z]:/i.test(value),
);

/** A folder of a node's models, as its addresses name it: `checkpoints`. */
export const folderName = fits(
  "the name of a folder under the node's models, such as checkpoints",
  (value) => typeof value === 'string' && isRelative(value) && /^[\p{L}\p{N} _./-]+$/u.test(value),
);

const LONGEST = 500;

function isRelative(name: string): boolean {
  if (name.length > LONGEST || name.startsWith('~') || /\p{Cc}/u.test(name)) return false;
  return name.split(/[\\/]/).every((part) => part.trim() !== '' && !/^\.+$/.test(part));
}

/** A page for people to read. */
export const webPage = fits('the address of a page, such as https://example.com/model', isPage);

function isPage(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:\/\/[^/\s]/.test(value) || /\s/.test(value))
    return false;
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** More than a request takes by default. */
const LONGEST_TEXT = 20_000;

/** What `next` sends. */
export const exampleValues: Shape = (value, at) => [
  ...plainObject(value, at),
  ...Object.entries(recordOr(value))
    .filter(([, one]) => typeof one === 'string' && longerThan(one, LONGEST_TEXT))
    .map(([name]) => `${at}.${name}: must have at most ${String(LONGEST_TEXT)} characters`),
];

/** More than any card has. */
const MOST_GIGABYTES = 10_000;

/** Graphics memory. */
export const gigabytes = fits(
  `gigabytes: a number above 0 and up to ${String(MOST_GIGABYTES)}, or null where nobody knows`,
  (value) => typeof value === 'number' && value > 0 && value <= MOST_GIGABYTES,
);
