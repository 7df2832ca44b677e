import type { Hash } from 'node:crypto';

/** Passes the bytes on, and adds them to the hash. */
export async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Reads at least the first `count` bytes; `isAll`: there are no more. */
export async function firstBytes(
  source: AsyncIterator<Buffer, void>,
  count: number,
): Promise<{ readonly kept: readonly Buffer[]; readonly isAll: boolean }> {
  const kept: Buffer[] = [];
  for (let size = 0; size < count;) {
    const { done, value } = await source.next();
    if (done) return { kept, isAll: true };
    kept.push(value);
    size += value.length;
  }
  return { kept, isAll: false };
}

/** Bytes that were read already, and those that follow them. */
export async function* concatenated(
  kept: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield* kept;
  yield* rest;
}
