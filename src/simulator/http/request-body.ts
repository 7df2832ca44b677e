import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { type WireValue, readJson } from '../wire/json';

/** Maximum body, in bytes; `/features` names it. */
export const MAX_UPLOAD_SIZE = 104_857_600;

/** The body is larger than the node takes. */
export class BodyTooLarge extends Error {}

export interface FormFile {
  /** As the client sent it; may contain `../`. */
  readonly filename: string;
  readonly bytes: Buffer;
}

/** The first value of each field of a form. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FormFile>;
}

/** The body as JSON. Throws `BodyTooLarge`, and for what Python's parser refuses. */
export async function readJsonBody(request: IncomingMessage): Promise<WireValue> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return readJson(decoder.decode(await readBody(request)));
}

/** Reads a form; any other kind of body counts as an empty one. Throws `BodyTooLarge`. */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const type = request.headers['content-type'] ?? '';
  const form = { fields: new Map<string, string>(), files: new Map<string, FormFile>() };
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return form;
  const body = await readBody(request);
  const parser = busboy({
    headers: request.headers,
    preservePath: true,
    defParamCharset: 'utf8',
    limits: { fieldSize: MAX_UPLOAD_SIZE },
  });
  await new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      if (!form.fields.has(name)) form.fields.set(name, value);
    });
    parser.on('file', (name, stream, info) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const file = { filename: info.filename ?? '', bytes: Buffer.concat(chunks) };
        if (!form.files.has(name)) form.files.set(name, file);
      });
    });
    parser.on('close', resolve);
    parser.on('error', reject);
    parser.end(body);
  });
  return form;
}

/**
 * Settles as soon as the body is complete or too large. The rest of a too large body is drained: otherwise the client
 * would block before it reads the answer.
 */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size < MAX_UPLOAD_SIZE) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      reject(new BodyTooLarge());
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
