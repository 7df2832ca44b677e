import type { FileHandle } from 'node:fs/promises';

/** Large pieces, because each costs a trip to the thread pool. */
const PIECE_BYTES = 1024 * 1024;

/** A sender of single bytes must not make a piece take hundreds of times its size in memory. */
const MAX_CHUNKS = 1024;

/** How much of a large file is left to flush when it ends. */
const FLUSH_BYTES = 16 * 1024 * 1024;

/** Holds a thread of the pool: other work would wait if every upload flushed at the same time. */
let isFlushing = false;

/**
 * Writes a new file of chunks in large pieces while the next ones arrive, and flushes large files meanwhile. A file of less
 * than one piece isn't written: `finish` returns its content.
 */
export class FileWriter {
  private file: FileHandle | null = null;
  private chunks: Buffer[] = [];
  private collected = 0;
  private unflushed = 0;
  private writing: Promise<void> = Promise.resolve();
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly open: () => Promise<FileHandle>) {}

  /** Takes a chunk, which must not change any more. Waits when the disk is slower than the sender. */
  async write(chunk: Buffer): Promise<void> {
    this.chunks.push(chunk);
    this.collected += chunk.length;
    if (this.collected >= PIECE_BYTES || this.chunks.length >= MAX_CHUNKS)
      await this.writeCollected();
  }

  /** Writes what is left, and closes the file. @returns the content of a small file, which isn't written */
  async finish(): Promise<Buffer | null> {
    if (!this.file) return Buffer.concat(this.chunks);
    await this.writeCollected();
    await this.writing;
    await this.flushing;
    await this.close();
    return null;
  }

  /** Closes the file, if there is one, when nothing uses it any more, whatever has failed. */
  async close(): Promise<void> {
    await Promise.allSettled([this.writing, this.flushing]);
    await this.file?.close();
  }

  private async writeCollected(): Promise<void> {
    await this.writing;
    this.file ??= await this.open();
    const { chunks } = this;
    this.unflushed += this.collected;
    this.chunks = [];
    this.collected = 0;
    this.writing = this.writeAll(this.file, chunks);
    // An error is thrown where it is awaited: with the next piece.
    this.writing.catch(() => undefined);
  }

  private async writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
    for (let rest = chunks; rest.length > 0;) {
      const { bytesWritten } = await file.writev(rest);
      rest = without(rest, bytesWritten);
    }
    if (this.unflushed >= FLUSH_BYTES && !isFlushing) this.flush(file);
  }

  private flush(file: FileHandle): void {
    isFlushing = true;
    this.unflushed = 0;
    this.flushing = this.flushing.then(() => file.datasync()).finally(() => (isFlushing = false));
    this.flushing.catch(() => undefined);
  }
}

/** The chunks without their first bytes. */
function without(chunks: Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  return chunks
    .map((chunk) => {
      const part = chunk.subarray(Math.min(left, chunk.length));
      left = Math.max(0, left - chunk.length);
      return part;
    })
    .filter((chunk) => chunk.length > 0);
}
