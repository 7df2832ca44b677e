import pino, { type DestinationStream } from 'pino';

/** Standard error: standard output belongs to what a command answers. */
const STDERR = 2;

/** Bytes that wait for a reader who doesn't keep up; what comes then is dropped. Logging must stop nobody. */
const MAX_UNWRITTEN = 2 ** 24;

/** Pretty on a terminal, JSON elsewhere. */
export async function logDestination(): Promise<DestinationStream> {
  if (!process.stderr.isTTY)
    return pino.destination({ fd: STDERR, sync: false, maxLength: MAX_UNWRITTEN });
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({
    destination: STDERR,
    sync: true,
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
  });
}
