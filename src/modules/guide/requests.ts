import { GENERATE_FIELDS } from '../workflows/public/generate-fields';
import type { Example } from './examples';

/** The beginning of a sentence in place of an example. */
export const NONE = 'None of your workflows that a node can run';

/** The field with the source picture of a request. */
export function source({ kind, picture }: Example, path: string): object {
  if (picture === null) return {};
  const file = { [picture]: path };
  return GENERATE_FIELDS[kind].has(picture) ? file : { workflow_params: file };
}

/** A submission, and the call that waits for its outputs. */
export function submitAndWait(example: Example, fields: object, keep: string): readonly string[] {
  const body = { ...example.fields, ...fields };
  return [
    request(
      'POST',
      `/api/${example.kind}/generate\nIdempotency-Key: {uuid}`,
      body,
      '→ 200, keep job = prompt_id',
    ),
    `GET /api/jobs/{job}?wait=60\n→ 200, keep ${keep} = outputs[0].path, while status = queued | running`,
  ];
}

/** One line, with a space after each comma and colon outside of strings. */
const json = (body: object): string =>
  `{${Object.entries(body)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

/** A request of an `http` block; `head` is the path, with headers on lines of their own. */
export const request = (method: string, head: string, body: object, answer: string): string =>
  `${method} ${head}\n\n${json(body)}\n${answer}`;

export const blocks = (requests: readonly string[]): string =>
  `\n\`\`\`http\n${requests.join('\n\n')}\n\`\`\`\n`;
