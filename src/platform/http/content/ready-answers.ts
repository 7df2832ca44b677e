import { createHash } from 'node:crypto';
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
  readonly sources: Sources;
  /** One string with the headers is sent faster than two buffers. */
  readonly text: string;
  readonly bytes: number;
  readonly etag: string;
}

/** Of all answers in memory together. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Sends answers that are made once and kept as text, for each caller and address, until something that they are made
 * from changes; 304 to clients that have them.
 */
export class ReadyAnswers {
  private readonly ready = new LRUCache<string, ReadyAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  });

  /** Throws what `sources` and `make` throw. */
  async send<T>(
    response: Response,
    { caller, sources, make, lasts, type }: MadeAnswer<T>,
  ): Promise<void> {
    const { req: request } = response;
    // All of the caller: another name or right makes another answer.
    const key = JSON.stringify([request.originalUrl, caller]);
    const current = await sources();
    let answer = this.ready.get(key);
    if (!answer || !isSame(answer.sources, current)) {
      const made = await make();
      answer = readyAnswer(made, current);
      if (lasts?.(made) ?? true) this.ready.set(key, answer);
    }
    response.setHeader('ETag', answer.etag);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Authorization, Cookie');
    if (isCached(request.headers['if-none-match'], answer.etag)) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', type ?? 'application/json; charset=utf-8');
    response.setHeader('Content-Length', answer.bytes);
    response.end(answer.text);
  }
}

const isSame = (before: Sources, now: Sources): boolean =>
  before.length === now.length && before.every((source, at) => source === now[at]);

function readyAnswer(made: unknown, sources: Sources): ReadyAnswer {
  const text = typeof made === 'string' ? made : JSON.stringify(made);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return { sources, text, bytes: Buffer.byteLength(text), etag };
}
