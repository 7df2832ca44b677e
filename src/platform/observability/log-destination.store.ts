import { write as fsWrite, writeSync } from 'node:fs';
import type { PrettyOptions } from 'pino-pretty';
import type { DestinationStream } from 'pino';

/** Standard error, because standard output is for the results of commands. */
const STDERR = 2;

/** Characters that wait for a slow reader at most; further lines are dropped, so that logging never blocks the service. */
const MAX_WAITING = 2 ** 24;

/** Lines are written once so many characters are collected, or after so many milliseconds. Errors are written at once. */
const BATCH_LENGTH = 8 * 1024;
const MAX_DELAY_MS = 100;

/** One line for each message; only stacks take more. */
export const PRETTY: PrettyOptions = {
  colorize: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'context',
  messageFormat: '{if context}{context}: {end}{msg}',
  singleLine: true,
};

/** Pretty on a terminal, JSON elsewhere. */
export async function logDestination(): Promise<DestinationStream> {
  if (process.stderr.isTTY) {
    const { PinoPretty } = await import('pino-pretty');
    return PinoPretty({ destination: STDERR, sync: true, ...PRETTY });
  }
  if (!toStderr) {
    toStderr = batched(STDERR);
    process.once('exit', toStderr.end);
  }
  return toStderr;
}

/** One for all services of a process. */
let toStderr: BatchedLog | undefined;

interface BatchedLog extends DestinationStream {
  /** Writes what waits, or as soon as the current write has ended. */
  readonly flush: () => void;
  /** Writes what waits, synchronously, until a write fails. */
  readonly end: () => void;
}

/**
 * Writes lines in batches, and drops what can't be written, for example to a full disk. Not pino's own destination: its
 * flush at the exit of the process tries again for ever when the disk is full (sonic-boom 4.2.1).
 */
export function batched(fd: number): BatchedLog {
  let waiting = '';
  /** What a slow reader has left of the batch before. */
  let unread: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isDue = isWriting;
    if (isWriting || waiting === '') return;
    isWriting = true;
    write(Buffer.from(waiting));
    waiting = '';
  };
  const write = (bytes: Buffer): void => {
    unread = Buffer.alloc(0);
    fsWrite(fd, bytes, (error, written) => {
      // The reader of a pipe is slow.
      if (error?.code === 'EAGAIN') {
        unread = bytes;
        setTimeout(write, MAX_DELAY_MS, bytes).unref();
      } else if (!error && written < bytes.length) write(bytes.subarray(written));
      else {
        isWriting = false;
        if (isDue || waiting.length >= BATCH_LENGTH) flush();
      }
    });
  };
  return {
    write: (line) => {
      if (waiting.length + line.length > MAX_WAITING) return;
      waiting += line;
      if (waiting.length >= BATCH_LENGTH) flush();
      else timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
    flush,
    end: () => {
      let rest: Buffer = Buffer.concat([unread, Buffer.from(waiting)]);
      try {
        while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
      } catch {
        // Nothing can be logged any more.
      }
    },
  };
}
