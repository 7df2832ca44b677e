import type { Caller } from '../../../platform/access/caller';
import { type JsonRecord, isRecord } from '../../../platform/json';
import { objectOr } from '../responses/tolerant-json';
import { locationRedactor, type TextRedactor } from './redact-locations';

/*
 * What a node says, as callers may read it who aren't admins (contract §2): no absolute path, no address, no
 * traceback, no list of what the node has. Admins read the node's own words.
 */

const TRACEBACK = /Traceback \(most recent call last\)[\s\S]*$/;
const FRAMES = /^[ \t]*File "[^"\n]*", line \d.*$\n?/gm;
/** ComfyUI's words for a value that isn't offered end with everything that is. */
const OPTION_LIST = / not in (?:\[|\(list of length)[\s\S]*$/;
const FILE_NAME = /[\w)]\.[a-z][a-z0-9]{1,11}(?![\w/])/i;
/** Names of files in quotes, between brackets. */
const QUOTED_LIST =
  /[[({]\s*(?:'[^'\n]*'|"[^"\n]*")(?:\s*,\s*(?:'[^'\n]*'|"[^"\n]*"))*,?\s*[\])}]/g;
/** `must be one of: …`, `choices are …`, to the end of the line. */
const OFFERED =
  /\b(one of|choose from|(?:choices|options|values)(?: are)?|available(?: [a-z]{1,12})?)\b([^\n]*)/gi;
const LIST_START = /^\s{0,4}(?:[:=[({'"]|are\b)/;
/** Longest message that is passed on. */
const LONGEST = 2000;

/** What nodes tell of their insides; never a message. */
const INSIDES: ReadonlySet<string> = new Set([
  'traceback',
  'current_inputs',
  'current_outputs',
  'input_config',
  'argv',
  'extra_data',
  'client_id',
]);

const ANYWHERE = locationRedactor([]);

/** A message of a node. */
export function redactMessage(message: string, places: TextRedactor = ANYWHERE): string {
  const cleaned = places(
    withoutLists(message.replace(TRACEBACK, '').replace(FRAMES, '').replace(OPTION_LIST, '')),
  ).trim();
  return cleaned.length <= LONGEST ? cleaned : `${cleaned.slice(0, LONGEST)}…`;
}

/** Lists of the files that a node has, however it words them. */
function withoutLists(message: string): string {
  return message
    .replace(OFFERED, (said, lead: string, rest: string) =>
      FILE_NAME.test(rest) && (LIST_START.test(rest) || rest.includes(','))
        ? `${lead} (list)`
        : said,
    )
    .replace(QUOTED_LIST, (list) => (FILE_NAME.test(list) ? '(list)' : list));
}

/** Whatever a node answers: every text and every key in it cleaned, its insides left out. */
export function redactValue(value: unknown, clean: TextRedactor): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !INSIDES.has(name))
      .map(([name, inner]) => [clean(name), redactValue(inner, clean)]),
  );
}

/** What of a node's words a caller may read. */
export interface NodeMessageRedactor {
  message(text: string): string;
  /** `node_errors`, by node of the graph. */
  errors(nodeErrors: JsonRecord): JsonRecord;
}

/** @param baseUrls where the nodes are */
export function messageRedactorFor(
  { isAdmin }: Pick<Caller, 'isAdmin'>,
  baseUrls: readonly string[],
): NodeMessageRedactor {
  if (isAdmin) return { message: (text) => text, errors: (nodeErrors) => nodeErrors };
  const places = locationRedactor(baseUrls);
  const message = (text: string): string => redactMessage(text, places);
  return { message, errors: (nodeErrors) => objectOr(redactValue(nodeErrors, message)) };
}
