import { isIP } from 'node:net';
import { isObject, type JsonObject, listOr, objectOr, textOr } from './tolerant-json';

/** Longest message that is read, and that is passed on. */
const LONGEST_READ = 20_000;
const LONGEST = 2000;

const URL_WITH_PRIVATE_HOST =
  /\b(?:https?|wss?):\/\/(?:\[[0-9a-f:.]+\]|[^\s/'"<>)\]]+)[^\s'"<>)\]]*/gi;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.]*\w)/g;
const IPV6 = /\[?(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])\]?(?::\d{1,5})?/gi;
const LOCALHOST = /\blocalhost(?::\d{1,5})?\b/gi;
/** A quoted absolute path may hold spaces. */
const QUOTED_PATH = /(['"`])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\\\\|~?\/)(?:(?!\1)[^\n])*\1/g;
const BARE_PATH = /(?<![\w.\\/~:-])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\\\\|~?\/)[^\s'"`,;:()[\]<>|]+/g;
// No pattern may look across a run of blanks from each of them anew: a node can send megabytes of them.
const TRACEBACK = /Traceback \(most recent call last\)[\s\S]*$/;
const FRAMES = /^[ \t]*File "[^"\n]*", line \d+.*$\n?/gm;

/**
 * A node's message as anybody may read it: no absolute path (its last part stays, it often is the file in question),
 * no address of a private host, no traceback.
 */
export function cleanMessage(message: string): string {
  const cleaned = message
    .slice(0, LONGEST_READ)
    .replace(TRACEBACK, '')
    .replace(FRAMES, '')
    .replace(URL_WITH_PRIVATE_HOST, (url) => (isPrivate(url) ? '(address)' : url))
    .replace(QUOTED_PATH, (path, quote: string) => `${quote}${lastPart(path.slice(1, -1))}${quote}`)
    .replace(BARE_PATH, lastPart)
    .replace(IPV6, (found) =>
      isIP(found.replace(/^\[|\](?::\d+)?$/g, '')) === 6 ? '(address)' : found,
    )
    .replace(IPV4, (found) => (isIP(found.replace(/:\d+$/, '')) === 4 ? '(address)' : found))
    .replace(LOCALHOST, '(address)')
    .trim();
  return cleaned.length <= LONGEST ? cleaned : `${cleaned.slice(0, LONGEST)}…`;
}

function lastPart(path: string): string {
  return (
    path
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  );
}

/** An IP address, or a name that only a local network knows. */
function isPrivate(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
  return (
    isIP(host) !== 0 || !host.includes('.') || /\.(?:local|lan|internal|home|intranet)$/i.test(host)
  );
}

/** `node_errors` without tracebacks, paths and addresses; everything else as the node said it. */
export function cleanNodeErrors(nodeErrors: unknown): JsonObject {
  return objectOr(cleaned(objectOr(nodeErrors)));
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanMessage(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'traceback')
      .map(([name, inner]) => [name, cleaned(inner)]),
  );
}

const MOST_SHOWN = 3;

/** One sentence out of a rejection's `error` and `node_errors`: which node, which input, what is wrong. */
export function refusalMessage(error: unknown, nodeErrors: unknown): string {
  const complaints = Object.entries(objectOr(nodeErrors)).flatMap(([nodeId, entry]) => {
    const { class_type, errors } = objectOr(entry);
    return listOr(errors).map((one) => `${textOr(class_type)} (node ${nodeId}): ${complaint(one)}`);
  });
  const shown = complaints.slice(0, MOST_SHOWN);
  if (complaints.length > MOST_SHOWN) shown.push(`and ${complaints.length - MOST_SHOWN} more`);
  const { message, details } = isObject(error) ? error : { message: error, details: '' };
  const head = [textOr(message), shown.length === 0 ? textOr(details) : '']
    .filter((part) => part !== '')
    .join(': ');
  return cleanMessage([head === '' ? 'no reason given' : head, ...shown].join('; '));
}

/** The list of a node's files that follows "not in" is nobody's business. */
function complaint(error: unknown): string {
  const { message, details, type } = objectOr(error);
  const detail =
    type === 'value_not_in_list'
      ? textOr(details).replace(/ not in [\s\S]*$/, '')
      : textOr(details);
  return [textOr(message), detail].filter((part) => part !== '').join(': ');
}
