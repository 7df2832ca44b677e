import { Readable } from 'node:stream';
import { UploadMismatch } from './links.errors';

/** A body that must have exactly `size` bytes: fails with `UploadMismatch` at the first byte too many. */
export const exactBody = (body: Readable, size: number): Readable =>
  Readable.from(checkedChunks(body, size), { objectMode: false });

async function* checkedChunks(
  body: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<Buffer, void> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > size) throw new UploadMismatch('size_bytes', size);
    yield chunk;
  }
  if (received < size) throw new UploadMismatch('size_bytes', size);
}
