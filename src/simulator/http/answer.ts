import { type Writable, writeJson } from '../wire/json';

/** The answer of a route. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Path of a file to send in place of a body, with ranges and `304`. */
  readonly file?: string;
}

export function jsonAnswer(value: Writable, status = 200): Answer {
  return jsonTextAnswer(writeJson(value), status);
}

/** An answer of serialised JSON. */
export function jsonTextAnswer(text: string, status = 200): Answer {
  return bytesAnswer(
    Buffer.from(text),
    { 'Content-Type': 'application/json; charset=utf-8' },
    status,
  );
}

export function bytesAnswer(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Answer {
  return { status, headers, body };
}

/** An answer without a body: ComfyUI's usual refusal. */
export function emptyAnswer(status: number): Answer {
  return { status };
}

export function textAnswer(text: string, status: number, headers = {}): Answer {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  return bytesAnswer(Buffer.from(text), { ...type, ...headers }, status);
}

/** aiohttp's answer when a handler raises, also for invalid JSON. */
export function brokenAnswer(): Answer {
  return textAnswer('500 Internal Server Error\n\nServer got itself in trouble', 500, {
    Connection: 'close',
  });
}
