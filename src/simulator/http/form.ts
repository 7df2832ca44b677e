import busboy from 'busboy';
import { MAX_UPLOAD_SIZE, type NodeRequest } from './node-request';

/** A file of a form. */
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

/** Reads a form; any other kind of body counts as an empty one. */
export async function readForm(request: NodeRequest): Promise<Form> {
  const type = request.headers['content-type'] ?? '';
  const form = { fields: new Map<string, string>(), files: new Map<string, FormFile>() };
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return form;
  const body = await request.body();
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
