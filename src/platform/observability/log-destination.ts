import type { PrettyOptions } from 'pino-pretty';
import pino, { type DestinationStream } from 'pino';

/** Standard error, because standard output is for the results of commands. */
const STDERR = 2;

/** Maximum bytes that wait for a slow reader; further lines are dropped, so that logging never blocks the service. */
const MAX_UNWRITTEN = 2 ** 24;

/** Lines are written once so many bytes are collected, or after so many milliseconds. Errors are written at once. */
const BATCH_BYTES = 8 * 1024;
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
  if (!process.stderr.isTTY) return batched(STDERR);
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({ destination: STDERR, sync: true, ...PRETTY });
}

/** Not with pino's `periodicFlush`, which wakes an idle process up ten times a second. */
export function batched(fd: number): DestinationStream & { flush(): void } {
  const file = pino.destination({
    fd,
    sync: false,
    minLength: BATCH_BYTES,
    maxLength: MAX_UNWRITTEN,
  });
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isDue = true;
    file.flush();
  };
  // `flush` does nothing during a write. So lines that were flushed meanwhile are written when it ends.
  file.on('drain', () => {
    if (!isDue) return;
    isDue = false;
    file.flush();
  });
  return {
    write: (line) => {
      file.write(line);
      timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
    flush,
  };
}
