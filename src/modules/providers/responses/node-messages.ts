import { type JsonRecord, isRecord } from '../../../platform/json';
import { listOr, objectOr, textOr } from './tolerant-json';

/*
 * What a node says, as it says it: only its length is bounded. Who may read how much of it is decided where it goes
 * out (`public/redact-messages.ts`).
 */

/** Longest text of a node that is kept, in characters. */
const LONGEST = 2000;

export function boundedText(text: string): string {
  const plain = text.trim();
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST)}…`;
}

/** `node_errors` by node of the graph; anything else is none. */
export function readNodeErrors(nodeErrors: unknown): JsonRecord {
  return objectOr(bounded(objectOr(nodeErrors)));
}

function bounded(value: unknown): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (Array.isArray(value)) return value.map(bounded);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bounded(inner)]));
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
  const { message, details } = isRecord(error) ? error : { message: error, details: '' };
  const head = [textOr(message), shown.length === 0 ? textOr(details) : '']
    .filter((part) => part !== '')
    .join(': ');
  return boundedText([head === '' ? 'no reason given' : head, ...shown].join('; '));
}

/** Without the list of all that the node has, which may be long: `node_errors` hold it. */
function complaint(error: unknown): string {
  const { message, details, type } = objectOr(error);
  const detail =
    type === 'value_not_in_list'
      ? textOr(details).replace(/ not in [\s\S]*$/, '')
      : textOr(details);
  return [textOr(message), detail].filter((part) => part !== '').join(': ');
}
