import type { Caller } from '../../../platform/access/caller';
import { isRecord, type JsonRecord, recordOr } from '../../../platform/json';
import { locationRedactor, type TextRedactor } from './redact-locations';

/*
 * Redacts messages of nodes for callers who aren't admins: no absolute paths, addresses, tracebacks or
 * lists of the node's files. Admins read the original messages.
 */

const TRACEBACK = /Traceback \(most recent call last\)[\s\S]*$/;
const FRAMES = /^[ \t]*File "[^"\n]*", line \d.*$\n?/gm;
/** ComfyUI's message about an invalid value ends with all valid ones. */
const OPTION_LIST = / not in (?:\[|\(list of length)[\s\S]*$/;
const FILE_NAME = /[\w)]\.[a-z][a-z0-9]{1,11}(?![\w/])/i;
/** Quoted file names in brackets. */
const QUOTED_LIST =
  /[[({]\s*(?:'[^'\n]*'|"[^"\n]*")(?:\s*,\s*(?:'[^'\n]*'|"[^"\n]*"))*,?\s*[\])}]/g;
/** `must be one of: …`, `choices are …`, to the end of the line. */
const OFFERED =
  /\b(one of|choose from|(?:choices|options|values)(?: are)?|available(?: [a-z]{1,12})?)\b([^\n]*)/gi;
const LIST_START = /^\s{0,4}(?:[:=[({'"]|are\b)/;
/** Characters of a message. */
const MAX_MESSAGE_LENGTH = 2000;

/** Fields with internals of a node. */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set([
  'traceback',
  'current_inputs',
  'current_outputs',
  'input_config',
  'argv',
  'extra_data',
  'client_id',
]);

const REDACT_ALL_PRIVATE = locationRedactor([]);

/** Redacts a message. */
export function redactMessage(message: string, places: TextRedactor = REDACT_ALL_PRIVATE): string {
  const cleaned = places(
    withoutLists(message.replace(TRACEBACK, '').replace(FRAMES, '').replace(OPTION_LIST, '')),
  ).trim();
  return cleaned.length <= MAX_MESSAGE_LENGTH
    ? cleaned
    : `${cleaned.slice(0, MAX_MESSAGE_LENGTH)}…`;
}

/** Removes lists of a node's files, in any of the usual phrasings. */
function withoutLists(message: string): string {
  return message
    .replace(OFFERED, (match, lead: string, rest: string) =>
      FILE_NAME.test(rest) && (LIST_START.test(rest) || rest.includes(','))
        ? `${lead} (list)`
        : match,
    )
    .replace(QUOTED_LIST, (list) => (FILE_NAME.test(list) ? '(list)' : list));
}

/** Redacts every text and key of a JSON value, and leaves internal fields out. */
export function redactValue(value: unknown, clean: TextRedactor): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(redactedEntries(Object.entries(value), clean));
}

/** The fields of an object, redacted one by one. */
export function* redactedEntries(
  entries: Iterable<readonly [name: string, value: unknown]>,
  clean: TextRedactor,
): Generator<readonly [name: string, value: unknown]> {
  for (const [name, inner] of entries)
    if (!INTERNAL_FIELDS.has(name)) yield [clean(name), redactValue(inner, clean)];
}

/** Redacts a node's messages for one caller. */
export interface NodeMessageRedactor {
  message(text: string): string;
  /** `node_errors`, by node of the graph. */
  errors(nodeErrors: JsonRecord): JsonRecord;
}

/** For admins nothing is redacted. @param baseUrls addresses of the nodes */
export function messageRedactorFor(
  { isAdmin }: Pick<Caller, 'isAdmin'>,
  baseUrls: readonly string[],
): NodeMessageRedactor {
  if (isAdmin) return { message: (text) => text, errors: (nodeErrors) => nodeErrors };
  const places = locationRedactor(baseUrls);
  const message = (text: string): string => redactMessage(text, places);
  return { message, errors: (nodeErrors) => recordOr(redactValue(nodeErrors, message)) };
}
