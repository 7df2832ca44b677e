import { Readable } from 'node:stream';

/** A form with one file, streamed. */
export interface MultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: {
    readonly field: string;
    readonly filename: string;
    readonly size: number;
    readonly open: () => Readable;
  };
}

export interface MultipartBody {
  readonly content: Readable;
  readonly type: string;
  readonly length: number;
}

/** `boundary` must not occur in the file: take a random one. Errors of the file's stream become the body's. */
export function multipart(form: MultipartForm, boundary: string): MultipartBody {
  const fields = Object.entries(form.fields).map(([name, value]) =>
    part(boundary, `name="${quoted(name)}"`, `\r\n\r\n${value}\r\n`),
  );
  const { field, filename, size, open } = form.file;
  const disposition = `name="${quoted(field)}"; filename="${quoted(filename)}"`;
  const file = part(boundary, disposition, '\r\nContent-Type: application/octet-stream\r\n\r\n');
  const head = Buffer.from([...fields, file].join(''));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    content: Readable.from(around(head, open, tail), { objectMode: false }),
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + size + tail.length,
  };
}

async function* around(head: Buffer, open: () => Readable, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* open() as AsyncIterable<Buffer>;
  yield tail;
}

function part(boundary: string, disposition: string, rest: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}${rest}`;
}

/** As browsers do it (WHATWG). */
function quoted(text: string): string {
  return text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
