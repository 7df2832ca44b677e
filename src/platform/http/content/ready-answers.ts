import { hash } from 'node:crypto';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/caller';
import { isCached } from './etag';

/** Values and immutable objects that an answer is made from. The answer is made again once any of them is another one. */
export type Sources = readonly unknown[];

/** An answer to a GET that is the same for one caller until its sources change. */
export interface MadeAnswer<T> {
  /** `null` if it is the same for every caller. */
  readonly caller: Caller | null;
  /** A text is sent as it is, anything else as JSON. */
  readonly make: () => T | Promise<T>;
  /** Whether it is kept; without it, always. */
  readonly lasts?: (made: T) => boolean;
  readonly sources: () => Sources | Promise<Sources>;
  /** Of texts. */
  readonly type?: string;
}

interface ReadyAnswer {
  readonly marks: readonly unknown[];
  /** One string with the headers is sent faster than two buffers. */
  readonly text: string;
  readonly bytes: number;
  readonly etag: string;
}

/** Of all answers in memory together. */
const MAX_BYTES = 8 * 1024 * 1024;
/** In memory, beside its text and address: approximately. */
const BYTES_PER_ANSWER = 1024;

/** Stand for objects, so that a kept answer doesn't keep them in memory: the classes of a node take megabytes. */
const marksOfObjects = new WeakMap<object, symbol>();

/**
 * Sends answers that are made once and kept as text, for each caller and address, until something that they are made
 * from changes; 304 to clients that have them.
 */
export class ReadyAnswers {
  private readonly ready = new LRUCache<string, ReadyAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length + BYTES_PER_ANSWER,
  });

  /** Throws what `sources` and `make` throw. */
  async send<T>(response: Response, made: MadeAnswer<T>): Promise<void> {
    const { req: request } = response;
    // All of the caller: another name or right makes another answer.
    const key = JSON.stringify([request.originalUrl, made.caller]);
    const { text, bytes, etag } = await this.current(key, made);
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Authorization, Cookie');
    if (isCached(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', made.type ?? 'application/json; charset=utf-8');
    response.setHeader('Content-Length', bytes);
    response.end(text);
  }

  private async current<T>(
    key: string,
    { sources, make, lasts }: MadeAnswer<T>,
  ): Promise<ReadyAnswer> {
    const marks = marksOf(await sources());
    const ready = this.ready.get(key);
    if (ready && isSame(ready.marks, marks)) return ready;
    const made = await make();
    const answer = readyAnswer(made, marks);
    // Not what was made from a source that has changed meanwhile, and may change back.
    if ((lasts?.(made) ?? true) && isSame(marks, marksOf(await sources())))
      this.ready.set(key, answer);
    return answer;
  }
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

function readyAnswer(made: unknown, marks: readonly unknown[]): ReadyAnswer {
  const text = typeof made === 'string' ? made : JSON.stringify(made);
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  return { marks, text, bytes: Buffer.byteLength(text), etag };
}
