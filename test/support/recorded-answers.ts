import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentedOperation } from './documented-api';

type Json = Record<string, unknown>;

const FILE = join(__dirname, '../../src/platform/openapi/answer-examples.json');
const MAX_TEXT_CHARACTERS = 600;

/** The first success of every operation by status, short enough for an example. */
export class RecordedAnswers {
  private readonly answers: Record<string, Record<string, unknown>> = {};

  add({ operationId }: DocumentedOperation, { status, headers }: Response, text: string): void {
    const example = exampleOf(headers.get('content-type') ?? '', text);
    if (example !== undefined)
      this.answers[operationId] = { [status]: example, ...this.answers[operationId] };
  }

  /** Replaces the documented examples. */
  async write(): Promise<void> {
    const text = JSON.stringify(this.answers)
      .replaceAll(/kin_[\w-]{43}/g, `kin_${'x'.repeat(43)}`)
      .replaceAll(/whsec_[\w+/]{43}=/g, `whsec_${'x'.repeat(43)}=`)
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/(link|upload)\//g, 'https://studio.example/$1/')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8188')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-31T12:00:00.000Z');
    const { format } = await import('oxfmt');
    writeFileSync(FILE, (await format(FILE, text, { printWidth: 100 })).code);
  }
}

function exampleOf(type: string, text: string): unknown {
  if (type.startsWith('application/json')) return excerpt(JSON.parse(text));
  if (type.startsWith('text/event-stream')) return /^.*?data:.*?\n\n/s.exec(text)?.[0];
  return type.startsWith('text/') ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : undefined;
}

/** One item of each list, and two members of each map of objects. */
function excerpt(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isTuple = value.every((item) => typeof item !== 'object');
    return (isTuple ? value.slice(0, 3) : value.slice(0, 1)).map(excerpt);
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Json);
  const isMap = members.every(
    ([, member]) => typeof member === 'object' && member !== null && !Array.isArray(member),
  );
  return Object.fromEntries(
    (isMap ? members.slice(0, 2) : members).map(([name, member]) => [name, excerpt(member)]),
  );
}
