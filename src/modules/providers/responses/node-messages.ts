import { type JsonRecord, isRecord } from '../../../platform/json';
import { listOr, objectOr, textOr } from './tolerant-json';

/*
 * Messages of nodes. Only their length is limited here; they are redacted where they are sent out
 * (`public/redact-messages.ts`).
 */

/** Characters of a node's text that are stored. */
const MAX_TEXT_LENGTH = 2000;

export function boundedText(text: string): string {
  const plain = text.trim();
  return plain.length <= MAX_TEXT_LENGTH ? plain : `${plain.slice(0, MAX_TEXT_LENGTH)}…`;
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

const MAX_SHOWN_ERRORS = 3;

/** One sentence out of a rejection's `error` and `node_errors`: which node, which input, what is wrong. */
export function refusalMessage(error: unknown, nodeErrors: unknown): string {
  const complaints = Object.entries(objectOr(nodeErrors)).flatMap(([nodeId, entry]) => {
    const { class_type, errors } = objectOr(entry);
    return listOr(errors).map((one) => `${textOr(class_type)} (node ${nodeId}): ${complaint(one)}`);
  });
  const shown = complaints.slice(0, MAX_SHOWN_ERRORS);
  if (complaints.length > MAX_SHOWN_ERRORS)
    shown.push(`and ${complaints.length - MAX_SHOWN_ERRORS} more`);
  const { message, details } = isRecord(error) ? error : { message: error, details: '' };
  const head = [textOr(message), shown.length === 0 ? textOr(details) : '']
    .filter((part) => part !== '')
    .join(': ');
  return boundedText([head === '' ? 'no reason given' : head, ...shown].join('; '));
}

/** Without the list of valid values, which may be long: `node_errors` hold it. */
function complaint(error: unknown): string {
  const { message, details, type } = objectOr(error);
  const detail =
    type === 'value_not_in_list'
      ? textOr(details).replace(/ not in [\s\S]*$/, '')
      : textOr(details);
  return [textOr(message), detail].filter((part) => part !== '').join(': ');
}
