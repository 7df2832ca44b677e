import type { FileHandle } from 'node:fs/promises';
import type { Response } from 'express';
import { RequestAborted } from '../http.errors';
import type { ByteRange } from './byte-range';

/** Large pieces, because each costs a trip to the thread pool; measured against nginx (`npm run bench -- --only files`). */
const PIECE_BYTES = 512 * 1024;
const MAX_FREE_BUFFERS = 16;

/** Buffers of one piece that no download uses. */
const freeBuffers: Buffer[] = [];

/**
 * Sends a part of an open file as the body of a response, through one buffer that is used again and again: Node's file
 * streams allocate one for each piece, which takes up to two thirds of the processor time. Doesn't close the file.
 * @throws RequestAborted when the client is gone; the signal's reason; an error if the file ends before the range
 */
export async function sendFile(
  file: FileHandle,
  { start, end }: ByteRange,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const size = end - start + 1;
  const isShared = size >= PIECE_BYTES;
  const buffer =
    (isShared ? freeBuffers.pop() : undefined) ??
    Buffer.allocUnsafeSlow(Math.min(size, PIECE_BYTES));
  for (let at = start; at <= end;) {
    const length = Math.min(buffer.length, end + 1 - at);
    const { bytesRead } = await file.read(buffer, 0, length, at);
    if (bytesRead === 0) throw new Error(`the file ends at byte ${at}, before byte ${end}`);
    await write(response, buffer.subarray(0, bytesRead), signal);
    at += bytesRead;
  }
  // Not after an error, because the connection may still send from it.
  if (isShared && freeBuffers.length < MAX_FREE_BUFFERS) freeBuffers.push(buffer);
  response.end();
}

/**
 * Resolves when the connection no longer needs the bytes. @param signal watched, because Node never calls back for an answer
 * that waits behind another one on a connection that closes
 */
function write(response: Response, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    response.write(bytes, (error) => {
      signal.removeEventListener('abort', abort);
      if (error) reject(new RequestAborted());
      else resolve();
    });
  });
}
