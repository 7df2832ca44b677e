import type { Readable } from 'node:stream';
import busboy, { type Busboy, type FieldInfo, type FileInfo } from 'busboy';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../platform/clock/clock';
import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { UnsupportedMediaType } from '../../../platform/http/http.errors';
import { longerThan, tooLong } from '../../../platform/validation/checks';
import { isCleanText } from '../../../platform/validation/content-check';
import { steadyBody } from './steady-body';

export interface UploadForm<T> {
  /** The result of `receive`. */
  readonly file: T;
  /** The name that the client gave it. */
  readonly filename: string;
  /** The text fields that were sent, by name. */
  readonly texts: ReadonlyMap<string, string>;
}

/** How the file part of a form is handled. */
export interface UploadRules<T> {
  readonly receive: (stream: Readable) => Promise<T>;
  /** Called with the file when the form turns out invalid after it. */
  readonly discard: (file: T) => Promise<void>;
  /** Called after the last part; an error rejects the form. */
  readonly confirm: () => Promise<void>;
  readonly textFields: readonly TextField[];
}

/** A field that a form may have beside its file. */
export interface TextField {
  readonly name: string;
  readonly maxChars: number;
}

/** Parts beyond these limits are skipped and reported. */
const LIMITS = { fields: 20, files: 5, parts: 20, fieldNameSize: 100 };

/**
 * Reads a multipart form (RFC 7578) with one part `file`, which is streamed to `rules.receive`. All faults of the form
 * are reported together; an error of `receive` ends the reading. The rest of a rejected form is read and dropped, so
 * that the client can read the answer.
 * @throws ValidationFailed, UnsupportedMediaType, RequestTimeout, RequestAborted
 */
export async function readUploadForm<T>(
  request: IncomingMessage,
  rules: UploadRules<T>,
  clock: Clock,
): Promise<UploadForm<T>> {
  const reader = new FormReader<T>(rules);
  const parser = openParser(request, rules.textFields);
  const body = steadyBody(request, clock);
  try {
    await reader.read(body, parser);
    await rules.confirm();
    return reader.result();
  } catch (error) {
    body.destroy();
    parser.destroy();
    request.resume();
    await reader.discard();
    throw error;
  }
}

function openParser(request: IncomingMessage, textFields: readonly TextField[]): Busboy {
  try {
    const longest = Math.max(...textFields.map(({ maxChars }) => maxChars));
    const limits = { ...LIMITS, fieldSize: 4 * longest + 1 };
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' });
  } catch {
    throw new UnsupportedMediaType(['multipart/form-data with a boundary']);
  }
}

class FormReader<T> {
  private readonly unknown: Omit<ValidationError, 'loc'>;
  private readonly faults: ValidationError[] = [];
  private readonly texts = new Map<string, string>();
  private file: { readonly name: string; readonly content: Promise<T> } | null = null;
  private content: { readonly value: T } | null = null;

  constructor(private readonly rules: UploadRules<T>) {
    this.unknown = unknown(rules.textFields.map(({ name }) => name));
  }

  /** Resolves when all parts have been read and the file has been received. */
  async read(body: Readable, parser: Busboy): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      parser.on('file', (name, stream, info) => this.takeFile(name, stream, info, reject));
      parser.on('field', (name, value, info) => this.takeField(name, value, info));
      for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
        parser.on(event, () => this.fault(null, fault('Send fewer parts.')));
      parser.on('error', () => reject(truncatedForm()));
      parser.on('close', resolve);
      body.on('error', reject);
      body.pipe(parser);
    });
    if (this.file) this.content = { value: await this.file.content };
  }

  /** @throws ValidationFailed */
  result(): UploadForm<T> {
    const isReported = this.faults.some(({ loc }) => loc[1] === 'file');
    if (!this.file && !isReported)
      this.fault('file', { msg: 'Send the file in a part named "file".', type: 'missing' });
    if (this.faults.length > 0 || !this.file || !this.content)
      throw new ValidationFailed(this.faults);
    return {
      file: this.content.value,
      filename: this.file.name,
      texts: this.texts,
    };
  }

  /** Deletes the received file. */
  async discard(): Promise<void> {
    const content = await this.file?.content.catch(() => null);
    if (content != null) await this.rules.discard(content);
  }

  private takeFile(
    name: string,
    stream: Readable,
    info: FileInfo,
    reject: (reason: unknown) => void,
  ): void {
    if (name === 'file' && !this.file) {
      const content = this.rules.receive(stream);
      content.catch(reject);
      this.file = { name: info.filename ?? '', content };
      return;
    }
    stream.on('error', () => undefined).resume();
    this.fault(name, name === 'file' ? fault('Send one file per request.') : this.unknown);
  }

  private takeField(name: string, value: string, { valueTruncated }: FieldInfo): void {
    const textField = this.rules.textFields.find((one) => one.name === name);
    if (name === 'file') this.fault(name, fault('Send it as a file part, with a filename.'));
    else if (!textField) this.fault(name, this.unknown);
    else if (this.texts.has(name)) this.fault(name, fault('Send this field once.'));
    else if (valueTruncated || longerThan(value, textField.maxChars))
      this.fault(name, tooLong(textField.maxChars));
    else if (!isCleanText(value)) this.fault(name, fault('Send text without NUL characters.'));
    this.texts.set(name, value);
  }

  private fault(field: string | null, what: Omit<ValidationError, 'loc'>): void {
    this.faults.push({ ...what, loc: field === null ? ['body'] : ['body', field] });
  }
}

const fault = (msg: string) => ({ msg, type: 'value_error' }) as const;

const unknown = (textFields: readonly string[]) =>
  ({
    msg: `Leave this field out: it is not known here. Known: ${[...textFields, 'file'].join(', ')}.`,
    type: 'extra_forbidden',
  }) as const;

const truncatedForm = (): ValidationFailed =>
  ValidationFailed.at(['body'], 'Send a whole multipart form: this one ends early or is damaged.');
