import pino, { type DestinationStream } from 'pino';

/** Standard error: standard output belongs to what a command answers. */
const STDERR = 2;

/** Pretty on a terminal, JSON elsewhere. */
export async function logDestination(): Promise<DestinationStream> {
  if (!process.stderr.isTTY) return pino.destination({ fd: STDERR, sync: true });
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({
    destination: STDERR,
    sync: true,
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
  });
}
