import type { ReadStream } from 'node:fs';
import { type Writable, writeJson } from '../wire/json';

/** The answer of a route. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | ReadStream | undefined;
}

export function jsonAnswer(value: Writable, status = 200): Answer {
  return jsonTextAnswer(writeJson(value), status);
}

/** An answer of serialised JSON. */
export function jsonTextAnswer(text: string, status = 200): Answer {
  return bytesAnswer(Buffer.from(text, 'utf8'), 'application/json; charset=utf-8', status);
}

export function bytesAnswer(
  body: Buffer,
  contentType: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { 'Content-Type': contentType, ...headers, 'Content-Length': String(body.length) },
    body,
  };
}

/** An answer without a body: ComfyUI's usual refusal. */
export function emptyAnswer(status: number): Answer {
  return { status, headers: { 'Content-Length': '0' }, body: undefined };
}

export function textAnswer(text: string, status: number, headers = {}): Answer {
  return bytesAnswer(Buffer.from(text), 'text/plain; charset=utf-8', status, headers);
}

/** aiohttp's answer when a handler raises, also for invalid JSON. */
export function brokenAnswer(): Answer {
  return textAnswer('500 Internal Server Error\n\nServer got itself in trouble', 500, {
    Connection: 'close',
  });
}
