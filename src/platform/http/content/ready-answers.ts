import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/caller';
import { isCached } from './etag';

/** Values and immutable objects that an answer is made from. The answer is made again once any of them is another one. */
export type Sources = readonly unknown[];

/**
 * How an answer to a GET is made. It is asked again for later requests of the same caller and URL, so its functions must
 * depend on nothing else of the request, and refer to neither the request nor the response, which would stay in memory.
 */
export interface AnswerRecipe<T = unknown> {
  /** `null` if the answer is the same for every caller, host and query: it is kept once. Its route has no parameters. */
  readonly caller: Caller | null;
  /** A text is sent as it is, anything else as JSON. */
  readonly make: () => T | Promise<T>;
  /** The configuration must be one of them, because it may change which requests are valid. */
  readonly sources: () => Sources | Promise<Sources>;
  /** Whether the answer is kept; always when absent. */
  readonly lasts?: (made: T) => boolean;
  /** The content type of a text. */
  readonly type?: string;
}

interface Answer {
  /** The versions of its sources; `null` if it must be made again for the next request. */
  readonly marks: readonly unknown[] | null;
  readonly body: Buffer;
  readonly etag: string;
  /** The body compressed, once for all clients that ask for it; `null` for answers that are sent once only, and small ones. */
  readonly gzipped: (() => Promise<Buffer>) | null;
}

interface KnownRequest {
  readonly recipe: AnswerRecipe;
  /** Express's `request.route`, for the request log. */
  readonly route: unknown;
  readonly kept: Answer | null;
}

/** The size of all kept answers together. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The approximate size of a known request in memory, without its body and key. */
const BYTES_PER_REQUEST = 2048;
/** The approximate size of a URL in memory, without its characters. */
const BYTES_PER_URL = 128;
const MAX_URL_BYTES = 2 * 1024 * 1024;
/** Smaller answers take a few packets either way. */
const MIN_GZIP_BYTES = 4096;

/** A symbol for each object, so that a kept answer doesn't keep the object in memory: the classes of a node take megabytes. */
const marksOfObjects = new WeakMap<object, symbol>();

/**
 * Sends answers that are made once and kept as bytes, for each caller and URL, until something that they are made from
 * changes; 304 to clients that have them. For routes that every caller may use.
 */
@Injectable()
export class ReadyAnswers {
  private readonly known = new LRUCache<string, KnownRequest>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ kept }, key) => sizeOf(kept) + key.length + BYTES_PER_REQUEST,
  });
  /** The URLs of known requests: for other URLs, the caller is not looked up before routing. */
  private readonly urls = new LRUCache<string, true>({
    maxSize: MAX_URL_BYTES,
    sizeCalculation: (_, url) => url.length + BYTES_PER_URL,
  });

  /** Throws what `sources` and `make` throw. */
  async send<T>(response: Response, recipe: AnswerRecipe<T>): Promise<void> {
    const { req: request } = response;
    const route = request.route as { readonly path: string };
    // An answer for all callers is the same for any query, host and spelling of the path.
    const url = recipe.caller ? request.originalUrl : route.path;
    const key = recipe.caller ? keyOf(request, recipe.caller) : url;
    const before = this.known.get(key)?.kept ?? null;
    const answer = await currentAnswer(recipe, before);
    const kept = answer.marks && answer;
    // A recipe is only given the results of its own `make`.
    const known = { recipe: recipe as AnswerRecipe, route, kept };
    this.known.set(key, known);
    this.urls.set(url, true);
    await sendAnswer(response, answer, recipe.type);
  }

  /**
   * Answers a request that its route has answered this caller before, without routing and validating it again.
   * @param identify finds the caller of the request; throws if the credential is missing or wrong
   * @returns whether an answer was sent; if not, the route must answer, which also sends all errors
   */
  async sendKnown(response: Response, identify: () => Promise<Caller>): Promise<boolean> {
    const { req: request } = response;
    if (!READS.has(request.method) || !this.urls.has(request.originalUrl)) return false;
    const answer = await this.knownAnswer(request, identify).catch(() => null);
    if (answer) await sendAnswer(response, ...answer);
    return answer !== null;
  }

  private async knownAnswer(
    request: Request,
    identify: () => Promise<Caller>,
  ): Promise<[Answer, string | undefined] | null> {
    const caller = await identify();
    const keys = [keyOf(request, caller), request.originalUrl];
    const key = keys.find((one) => this.known.has(one)) ?? '';
    const known = this.known.get(key);
    if (!known) return null;
    const { recipe, route, kept } = known;
    const answer = await currentAnswer(recipe, kept);
    if (answer !== kept && (answer.marks ?? kept))
      this.known.set(key, { ...known, kept: answer.marks && answer });
    request.route = route;
    return [answer, recipe.type];
  }
}

const READS = new Set(['GET', 'HEAD']);

/** Contains the whole caller, because its name and rights change answers, and the origin, because answers contain addresses. */
const keyOf = ({ originalUrl, protocol, headers: { host } }: Request, caller: Caller) =>
  JSON.stringify([originalUrl, protocol, host, caller]);

/** Sends an answer that belongs to this request only, such as one that was held; 304 to a client that has it. */
export async function sendOnce(response: Response, made: Promise<unknown>): Promise<void> {
  await sendAnswer(response, answerOf(await made, null));
}

async function currentAnswer<T>(
  { sources, make, lasts }: AnswerRecipe<T>,
  kept: Answer | null,
): Promise<Answer> {
  const marks = marksOf(await sources());
  if (kept?.marks && isSame(kept.marks, marks)) return kept;
  const made = await make();
  // If a source changed meanwhile, the answer may be from before or after: a source that changes back would hide that.
  const isLasting = (lasts?.(made) ?? true) && isSame(marks, marksOf(await sources()));
  return answerOf(made, isLasting ? marks : null);
}

async function sendAnswer(response: Response, answer: Answer, type?: string): Promise<void> {
  const { req: request } = response;
  const gzipped =
    answer.gzipped && request.acceptsEncodings('gzip', 'identity') === 'gzip'
      ? answer.gzipped
      : null;
  // Weak, because the same tag stands for other bytes without compression.
  const etag = gzipped ? `W/${answer.etag}` : answer.etag;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.vary('Authorization, Cookie, Accept-Encoding');
  if (isCached(request.headers['if-none-match'], answer.etag)) {
    response.status(304).end();
    return;
  }
  const body = gzipped ? await gzipped() : answer.body;
  response.setHeader('Content-Type', type ?? 'application/json; charset=utf-8');
  if (gzipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

const isSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((mark, at) => mark === now[at]);

const marksOf = (sources: Sources): readonly unknown[] =>
  sources.map((source) =>
    typeof source === 'object' && source !== null ? markOf(source) : source,
  );

function markOf(source: object): symbol {
  let mark = marksOfObjects.get(source);
  if (mark === undefined) marksOfObjects.set(source, (mark = Symbol()));
  return mark;
}

function answerOf(made: unknown, marks: readonly unknown[] | null): Answer {
  const body = Buffer.from(typeof made === 'string' ? made : JSON.stringify(made));
  const etag = `"${hash('sha256', body, 'base64url')}"`;
  return {
    marks,
    body,
    etag,
    gzipped: marks && body.length >= MIN_GZIP_BYTES ? gzipOnce(body) : null,
  };
}

function gzipOnce(body: Buffer): () => Promise<Buffer> {
  let gzipped: Promise<Buffer> | undefined;
  return () =>
    (gzipped ??= promisify(gzip)(body).catch((error: unknown) => {
      gzipped = undefined;
      throw error;
    }));
}

/** The size of a kept answer in memory, at most: a compressed body is not larger than the body, but for some bytes. */
const sizeOf = (kept: Answer | null): number =>
  kept ? kept.body.length * (kept.gzipped ? 2 : 1) : 0;
