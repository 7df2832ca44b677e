import type { Clock } from '../../platform/clock/clock';
import { errorAnswer } from '../../platform/errors/error-answer';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { InvalidIdempotencyKey } from '../../platform/http/http.errors';
import { isIdempotencyKey } from '../../platform/http/once-per-key.decorator';
import { isRecord, type JsonRecord, recordsOf } from '../../platform/json';
import type { OwnApiGateway, OwnRequest } from './own-api.gateway';
import type { ToolPicture, ToolProgress, ToolSender } from './public/agent-tools';
import type { OwnAnswer } from './public/own-api';

/** The error with which a request of a tool was answered. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly body: JsonRecord,
  ) {
    super('a request of a tool was refused');
  }

  /**
   * The same refusal, with the fields of the request's body named as members of this argument.
   * @param except a field that is an argument itself
   */
  ofMember(argument: string, except?: string): RequestRefused {
    const detail = recordsOf(this.body, 'detail').map((error) => {
      const [part, ...rest] = error['loc'] as readonly string[];
      const isMember = part === 'body' && rest[0] !== except;
      return { ...error, loc: isMember ? [part, argument, ...rest] : [part, ...rest] };
    });
    if (detail.length === 0) return this;
    return new RequestRefused(this.status, { ...this.body, detail });
  }

  static because(thrown: ValidationFailed): RequestRefused {
    const { status, body } = errorAnswer(thrown, undefined);
    return new RequestRefused(status, body);
  }
}

/** Values of a query; lists are joined by commas, absent ones left out. */
export type Query = Readonly<Record<string, unknown>>;

/** Pictures for assistants fit into a square of this many pixels; smaller where the file would be too large. */
const EDGES = [1024, 512, 256] as const;
export const MAX_PICTURE_BYTES = 700_000;

/** Whoever calls a tool knows nothing of the address that its arguments become. */
const HEADERS_TOO_LARGE = 431;
const TOO_LONG =
  'Send shorter texts, or fewer items of lists: this call does not fit into one request.';

interface ToolContext {
  readonly gateway: OwnApiGateway;
  readonly clock: Clock;
  readonly sender: ToolSender;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ToolProgress) => void;
}

/** Our own API, as the caller of a tool may use it. Its methods throw `RequestRefused`. */
export class ToolApi {
  constructor(private readonly context: ToolContext) {}

  async get(path: string, query: Query = {}): Promise<JsonRecord> {
    return this.json({ method: 'GET', path: `${path}${queryString(query)}` });
  }

  /**
   * @param key the `Idempotency-Key`
   * @throws InvalidIdempotencyKey for one that can be no header
   */
  async post(path: string, body?: JsonRecord, key?: unknown): Promise<JsonRecord> {
    const idempotencyKey = key ?? undefined;
    if (idempotencyKey === undefined) return this.json({ method: 'POST', path, body });
    if (!isIdempotencyKey(idempotencyKey)) throw new InvalidIdempotencyKey();
    return this.json({ method: 'POST', path, body, idempotencyKey });
  }

  async patch(path: string, body: JsonRecord): Promise<JsonRecord> {
    return this.json({ method: 'PATCH', path, body });
  }

  /** A thumbnail, or the poster frame of a video. */
  async picture(path: string, largestEdge: (typeof EDGES)[number] = 1024): Promise<ToolPicture> {
    const edges = EDGES.filter((edge) => edge <= largestEdge);
    for (const edge of edges) {
      const address = `/media/${segment(path)}?thumbnail=${edge}`;
      const { type, bytes } = await this.send({ method: 'GET', path: address });
      if (bytes.length <= MAX_PICTURE_BYTES) return { path, mime: type, bytes };
    }
    throw new Error('even the smallest thumbnail is too large');
  }

  progress(progress: ToolProgress): void {
    this.context.onProgress(progress);
  }

  /** Milliseconds since an arbitrary start. */
  now(): number {
    return this.context.clock.monotonic();
  }

  async sleep(ms: number): Promise<void> {
    await this.context.clock.sleep(ms, this.context.signal);
  }

  private async json(request: OwnRequest): Promise<JsonRecord> {
    const { bytes } = await this.send(request);
    return JSON.parse(bytes.toString()) as JsonRecord;
  }

  private async send(request: OwnRequest): Promise<OwnAnswer> {
    const { gateway, sender, signal } = this.context;
    const answer = await gateway.send(request, sender, signal);
    if (answer.status === HEADERS_TOO_LARGE)
      throw new RequestRefused(answer.status, { ...bodyOf(answer), detail: TOO_LONG });
    if (answer.status >= 400) throw new RequestRefused(answer.status, bodyOf(answer));
    return answer;
  }
}

function bodyOf({ bytes }: OwnAnswer): JsonRecord {
  const body: unknown = JSON.parse(bytes.toString());
  return isRecord(body) ? body : { detail: body };
}

function queryString(query: Query): string {
  const values = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : queryValues(name, value),
  );
  return values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
}

/** Repeated parameters of the library; other lists are one value with commas. */
const REPEATED = new Set(['tag', 'not_tag']);

function queryValues(name: string, value: unknown): [string, string][] {
  if (!Array.isArray(value)) return [[name, queryText(value)]];
  const texts = value.map(queryText);
  return REPEATED.has(name) ? texts.map((text) => [name, text]) : [[name, texts.join(',')]];
}

const queryText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A value as one segment of a path. */
export const segment = (text: string): string => encodeURIComponent(text);

/** An argument that names a resource in a path. Throws `RequestRefused` as if it were missing or invalid there. */
export function pathArgument(args: JsonRecord, name: string): string {
  const value = args[name];
  if (typeof value === 'string' && value !== '') return segment(value);
  const [msg, type] =
    value === undefined
      ? (['Send this argument.', 'missing'] as const)
      : (['Send a text that is not empty.', 'string_type'] as const);
  throw RequestRefused.because(new ValidationFailed([{ loc: ['path', name], msg, type }]));
}

/** An argument that is an object. Throws `RequestRefused` for anything else. */
export function objectArgument(args: JsonRecord, name: string): JsonRecord {
  const value = args[name];
  if (isRecord(value)) return value;
  const [msg, type] =
    value === undefined
      ? (['Send this argument.', 'missing'] as const)
      : (['Send an object.', 'dict_type'] as const);
  throw RequestRefused.because(new ValidationFailed([{ loc: ['body', name], msg, type }]));
}

/** The arguments with these names, absent ones left out. */
export function picked(args: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(
    names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
  );
}

/** The arguments without these names. */
export function without(args: JsonRecord, ...names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}

/** A refusal of an argument that no request would refuse. */
export function refusal(name: string, msg: string): RequestRefused {
  return RequestRefused.because(ValidationFailed.at(['body', name], msg));
}
