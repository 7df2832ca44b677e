import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { JobEngineControl } from './modules/jobs/public/job-queue';
import { NodeMonitors } from './modules/providers/public/node-monitors';
import type { ConfigPlace } from './platform/config/config-files';
import { ConfigService } from './platform/config/config.service';
import { InstanceLock } from './platform/database/instance-lock';
import type { UserError } from './platform/errors/user-error';
import { configureHttp } from './platform/http/configure-http';
import { listen } from './platform/http/listen';
import { AppLogger } from './platform/observability/app-logger';

/** A service that answers and works. */
export interface RunningKinora {
  /** Where it answers, `http://127.0.0.1:8190`. */
  readonly url: string;
  readonly app: NestExpressApplication;
  /** Resolves, with a sentence for a person, when another server has the database now: close this one. */
  readonly evicted: Promise<UserError>;
  /** Finishes what is in flight and ends; calling it twice is calling it once. */
  close(): Promise<void>;
}

/** The whole application, not yet listening and doing nothing. Used by `main` and by every end-to-end test. */
export async function createApp(place: Partial<ConfigPlace> = {}): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.from(place), {
    bodyParser: false,
    bufferLogs: true,
    // What was logged before a start that fails is of no use to anybody, and our logger isn't there to write it.
    autoFlushLogs: false,
    abortOnError: false,
  });
  app.useLogger(app.get(AppLogger));
  app.flushLogs();
  configureHttp(app);
  return app;
}

/** Listens first, so that the first answer comes early; then wakes the nodes and the work. */
export async function start(app: NestExpressApplication): Promise<RunningKinora> {
  const address = await listen(app, app.get(ConfigService).current().server);
  const monitors = app.get(NodeMonitors);
  const engine = app.get(JobEngineControl);
  await engine.start();
  monitors.start();
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await engine.stop();
    await monitors.stop();
    await app.close();
  };
  return {
    url: reachable(address),
    app,
    evicted: app.get(InstanceLock).evicted,
    close: () => (closing ??= end()),
  };
}

/** Every address of this machine: 127.0.0.1 is one of them. */
const ANY_ADDRESS = new Set(['::', '0.0.0.0']);

/** The address as a person on this machine would type it. */
function reachable({ address, family, port }: AddressInfo): string {
  if (ANY_ADDRESS.has(address)) return `http://127.0.0.1:${port}`;
  return new URL(`http://${family === 'IPv6' ? `[${address}]` : address}:${port}`).origin;
}
