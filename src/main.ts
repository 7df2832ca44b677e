import { compactHeap, limitHeapForRequests } from './limit-heap-at-start';
import 'reflect-metadata';
import { inspect } from 'node:util';
import { createApp, type RunningKinora, start } from './app.factory';
import { UserError } from './platform/errors/user-error';

/** Starts the service and prints its URL. The caller closes it; a signal does so, too. */
export async function serve(): Promise<RunningKinora> {
  const app = await createApp();
  await app.init();
  compactHeap();
  const kinora = await start(app);
  setTimeout(limitHeapForRequests, SETTLING_MS).unref();
  endOnSignal(kinora); // before the URL is printed, so that no signal arrives too early
  endWhenEvicted(kinora);
  process.stdout.write(`Kinora listens on ${kinora.url}\nThe Studio is at ${kinora.url}/\n`);
  return kinora;
}

/** Work that is done once after the start, such as reading a node's classes, must not let the heap grow for good. */
const SETTLING_MS = 10_000;

/** On Ctrl+C npm passes its signal on, so that we get two: interrupts this close together count as one. */
const ECHO_MS = 200;

/** The first signal lets running work finish; a second one ends the process at once. */
function endOnSignal(kinora: RunningKinora): void {
  let firstSignalAt: number | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (firstSignalAt !== undefined) {
      const echo = signal === 'SIGINT' && performance.now() - firstSignalAt < ECHO_MS;
      if (!echo) process.exit(1);
      return;
    }
    firstSignalAt = performance.now();
    kinora.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Kinora could not end cleanly: ${reason(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Closes the service with exit code 1 when another server has taken over the database. */
function endWhenEvicted(kinora: RunningKinora): void {
  void kinora.evicted.then(async (advice) => {
    process.stderr.write(`${advice.message}\n`);
    await kinora.close().finally(() => process.exit(1));
  });
}

/** The message of an error that the user can correct (a wrong configuration, a used port), else the whole error. */
function reason(error: unknown): string {
  return error instanceof UserError ? error.message : inspect(error);
}

if (require.main?.filename === __filename) {
  serve().catch((error: unknown) => {
    process.stderr.write(`${reason(error)}\n`);
    process.exit(1);
  });
}
