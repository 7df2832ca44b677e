import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import { beginningOf, textOr } from './tolerant-json';

/*
 * Messages of nodes. Only their length is limited here; they are redacted where they are sent out
 * (`public/redact-messages.ts`).
 */

/** Characters of a node's text that are stored. */
const MAX_TEXT_LENGTH = 2000;

export function boundedText(text: string): string {
  const plain = text.trim();
  return plain.length <= MAX_TEXT_LENGTH ? plain : `${beginningOf(plain, MAX_TEXT_LENGTH)}…`;
}

/** `node_errors` by node of the graph, cut to 64 kB; anything else is none. */
export function readNodeErrors(nodeErrors: unknown): JsonRecord {
  const budget = { left: MAX_ERRORS_LENGTH, isExceeded: false };
  const read = recordOr(bounded(recordOr(nodeErrors), budget, 0));
  return budget.isExceeded ? { ...read, cut: CUT_NOTE } : read;
}

/** Characters of all `node_errors` of one answer, as JSON. */
const MAX_ERRORS_LENGTH = 65_536;
const MAX_DEPTH = 16;

/** In the form of the errors of one node, beside which it stands. */
const CUT_NOTE = {
  class_type: '',
  dependent_outputs: [],
  errors: [
    {
      type: 'cut',
      message: 'The node gave more errors than the 64 kB that are kept.',
      details: '',
      extra_info: {},
    },
  ],
};

/** Characters that may still be kept. */
interface Budget {
  left: number;
  isExceeded: boolean;
}

/** A copy with short texts that ends where the budget does. */
function bounded(value: unknown, budget: Budget, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    const scalar = typeof value === 'string' ? boundedText(value) : value;
    budget.left -= JSON.stringify(scalar).length + 1;
    return scalar;
  }
  budget.left -= 3;
  if (depth > MAX_DEPTH) return '…';
  const isList = Array.isArray(value);
  const copies: [string, unknown][] = [];
  // Without a list of all names: there may be hundreds of thousands.
  for (const name in value) {
    if (budget.left <= 0) {
      budget.isExceeded = true;
      break;
    }
    budget.left -= isList ? 0 : name.length + 4;
    const inner = (value as JsonRecord)[name];
    copies.push([boundedText(name), bounded(inner, budget, depth + 1)]);
  }
  return isList ? copies.map(([, copy]) => copy) : Object.fromEntries(copies);
}

const MAX_SHOWN_ERRORS = 3;

/** One sentence out of a rejection's `error` and `node_errors`: which node, which input, what is wrong. */
export function refusalMessage(error: unknown, nodeErrors: unknown): string {
  const shown: string[] = [];
  let more = 0;
  for (const [nodeId, { class_type, errors }] of memberObjects(recordOr(nodeErrors))) {
    const left = MAX_SHOWN_ERRORS - shown.length;
    for (const one of listOr(errors).slice(0, left))
      shown.push(`${textOr(class_type)} (node ${nodeId}): ${complaint(one)}`);
    more += Math.max(0, listOr(errors).length - left);
  }
  if (more > 0) shown.push(`and ${more} more`);
  const { message, details } = isRecord(error) ? error : { message: error, details: '' };
  const head = [textOr(message), shown.length === 0 ? textOr(details) : '']
    .filter((part) => part !== '')
    .join(': ');
  return boundedText([head === '' ? 'no reason given' : head, ...shown].join('; '));
}

/** One after the other, because there may be hundreds of thousands. */
function* memberObjects(object: JsonRecord): Generator<readonly [name: string, value: JsonRecord]> {
  for (const name in object) yield [name, recordOr(object[name])];
}

/** Without the list of valid values, which may be long: `node_errors` hold it. */
function complaint(error: unknown): string {
  const { message, details, type } = recordOr(error);
  const detail =
    type === 'value_not_in_list'
      ? textOr(details).replace(/ not in [\s\S]*$/, '')
      : textOr(details);
  return [textOr(message), detail].filter((part) => part !== '').join(': ');
}
