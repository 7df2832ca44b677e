import { growWithWork } from './small-start';
import 'reflect-metadata';
import { inspect } from 'node:util';
import { createApp, type RunningKinora, start } from './app.factory';
import { UserError } from './platform/errors/user-error';

/** Starts the service and says where. The caller closes it; `main` does so on a signal. */
export async function serve(): Promise<RunningKinora> {
  const kinora = await start(await createApp());
  growWithWork();
  endOnSignal(kinora); // before anybody knows that we are there
  endWhenEvicted(kinora);
  process.stdout.write(`Kinora listens on ${kinora.url}\n`);
  return kinora;
}

/** On Ctrl+C a terminal signals npm and us, and npm hands its own on: two interrupts this close together are one. */
const ECHO_MS = 200;

/** The first signal lets what is in flight finish; a second one ends at once. */
function endOnSignal(kinora: RunningKinora): void {
  let asked: number | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (asked !== undefined) {
      const echo = signal === 'SIGINT' && performance.now() - asked < ECHO_MS;
      if (!echo) process.exit(1);
      return;
    }
    asked = performance.now();
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

/** Another server has our database now: whatever is in flight here ends as on a signal, but as a failure. */
function endWhenEvicted(kinora: RunningKinora): void {
  void kinora.evicted.then(async (advice) => {
    process.stderr.write(`${advice.message}\n`);
    await kinora.close().finally(() => process.exit(1));
  });
}

/** A sentence where a person can act on it (a wrong configuration, a taken port), else all there is. */
function reason(error: unknown): string {
  return error instanceof UserError ? error.message : inspect(error);
}

if (require.main === module) {
  serve().catch((error: unknown) => {
    process.stderr.write(`${reason(error)}\n`);
    process.exit(1);
  });
}
