import type { Request } from 'express';
import { ValidationFailed } from '../errors/validation-failed';
import { BodyTooLarge, RequestAborted, UnsupportedMediaType } from './http.errors';
import { jsonErrorOffset } from './json-error-offset';

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** Does the request have a body, possibly an empty one? */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Only uncompressed JSON in UTF-8: the size of compressed data is unknown beforehand. */
export function requireJson({ headers }: Request): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!JSON_TYPE.test(headers['content-type']?.trim() ?? '') || encoding !== 'identity')
    throw new UnsupportedMediaType(['application/json']);
}

/** A parsed body. */
export interface JsonBody {
  /** `undefined` when it is empty. */
  readonly value: unknown;
  /** Its length as it was sent. */
  readonly bytes: number;
}

/**
 * Reads and parses a JSON body.
 * @param turn awaited between reading and parsing, with the length of the body in bytes
 * Throws `BodyTooLarge`, `ValidationFailed` (json_invalid with the offset in characters),
 * `RequestAborted`.
 */
export async function readJson(
  request: Request,
  maxBytes: number,
  turn: (bytes: number) => Promise<void>,
): Promise<JsonBody> {
  const bytes = await readAll(request, maxBytes);
  if (bytes.length === 0) return { value: undefined, bytes: 0 };
  await turn(bytes.length);
  refuseTooManyValues(bytes);
  const text = decode(bytes);
  try {
    return { value: JSON.parse(text) as unknown, bytes: bytes.length };
  } catch {
    throw invalid(
      jsonErrorOffset(text),
      'Send valid JSON: it ends early or has an error at this offset.',
    );
  }
}

/** More take so long to parse that other requests wait. The largest workflow files of ComfyUI's editor have a fifth. */
const MAX_VALUES = 100_000;
const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = Buffer.from('"\\,{[');

/** Before anything is parsed. */
function refuseTooManyValues(bytes: Buffer): void {
  // No body holds more values than bytes.
  const values = bytes.length > MAX_VALUES ? countValues(bytes) : 0;
  if (values > MAX_VALUES)
    throw new ValidationFailed([
      {
        loc: ['body'],
        msg: `Send at most ${MAX_VALUES} values in one body.`,
        type: 'value_error',
      },
    ]);
}

/** Counts the commas and opening brackets outside of strings: at least as many as there are values. */
function countValues(bytes: Buffer): number {
  let values = 1;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACE || byte === BRACKET) values += 1;
  }
  return values;
}

/** The rest of a refused body is read and discarded, so that the client can read the answer. */
function readAll(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    request.resume();
    return Promise.reject(new BodyTooLarge(maxBytes));
  }
  if (request.destroyed) return Promise.reject(new RequestAborted());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      // Nothing stays in memory while the client sends the rest.
      chunks.length = 0;
      reject(new BodyTooLarge(maxBytes));
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(new RequestAborted()));
    request.once('close', () => {
      if (!request.readableEnded) reject(new RequestAborted());
    });
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(0, 'Send JSON in UTF-8: these bytes are not.');
  }
}

const invalid = (offset: number, msg: string): ValidationFailed =>
  new ValidationFailed([{ loc: ['body', offset], msg, type: 'json_invalid' }]);
