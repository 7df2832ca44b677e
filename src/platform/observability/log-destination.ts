import pino, { type DestinationStream } from 'pino';

/** Standard error, because standard output is for the results of commands. */
const STDERR = 2;

/** Maximum bytes that wait for a slow reader; further lines are dropped, so that logging never blocks the service. */
const MAX_UNWRITTEN = 2 ** 24;

/** Lines are written once so many bytes are collected, or after so many milliseconds. Errors are written at once. */
const BATCH_BYTES = 8 * 1024;
const MAX_DELAY_MS = 100;

/** Pretty on a terminal, JSON elsewhere. */
export async function logDestination(): Promise<DestinationStream> {
  if (!process.stderr.isTTY)
    return pino.destination({
      fd: STDERR,
      sync: false,
      minLength: BATCH_BYTES,
      periodicFlush: MAX_DELAY_MS,
      maxLength: MAX_UNWRITTEN,
    });
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({
    destination: STDERR,
    sync: true,
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
  });
}
