import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { BatchFeeding } from './modules/batches/public/batch-feeding';
import { GenerationFeeding } from './modules/projects/public/generation-feeding';
import { JobEngineControl } from './modules/jobs/public/job-queue';
import { TrainingPolling } from './modules/lora-training/public/training-polling';
import { LibraryCheck } from './modules/media/public/library-check';
import { RenderQueue } from './modules/projects/public/render-queue';
import { NodeMonitors } from './modules/providers/public/node-monitors';
import { WebhookDeliveries } from './modules/webhooks/public/webhook-deliveries';
import type { ConfigLocation } from './platform/config/config-files';
import { ConfigService } from './platform/config/config.service';
import { InstanceLock } from './platform/database/instance-lock';
import type { UserError } from './platform/errors/user-error';
import { configureHttp } from './platform/http/configure-http';
import { listen } from './platform/http/listen';
import { reachableUrl } from './platform/http/reachable-url';
import { StableExpressAdapter } from './platform/http/stable-express-adapter';
import { AppLogger } from './platform/observability/app-logger';

/** A running service. */
export interface RunningKinora {
  /** Where it answers, `http://127.0.0.1:8190`. */
  readonly url: string;
  readonly app: NestExpressApplication;
  /** Resolves with a message when another server has taken over the database: close this one. */
  readonly evicted: Promise<UserError>;
  /** Finishes running work and closes the service. Further calls return the same promise. */
  close(): Promise<void>;
}

/** Creates the application without starting it. Used by `main` and by every end-to-end test. */
export async function createApp(
  location: Partial<ConfigLocation> = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.from(location),
    new StableExpressAdapter(),
    {
      bodyParser: false,
      bufferLogs: true,
      // Otherwise Nest prints the buffered lines with its own logger when the start fails.
      autoFlushLogs: false,
      abortOnError: false,
    },
  );
  app.useLogger(app.get(AppLogger));
  app.flushLogs();
  configureHttp(app);
  return app;
}

/** Listens first, so that requests are answered early; then starts the work that goes on between requests. */
export async function start(app: NestExpressApplication): Promise<RunningKinora> {
  const address = await listen(app, app.get(ConfigService).current().server);
  const monitors = app.get(NodeMonitors);
  const engine = app.get(JobEngineControl);
  await engine.start();
  const feeding = app.get(BatchFeeding);
  feeding.start();
  const renders = app.get(RenderQueue);
  renders.start();
  const generations = app.get(GenerationFeeding);
  generations.start();
  monitors.start();
  const library = app.get(LibraryCheck);
  library.start();
  const training = app.get(TrainingPolling);
  training.start();
  const webhooks = app.get(WebhookDeliveries);
  webhooks.start();
  let closing: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    await webhooks.stop();
    await training.stop();
    await library.stop();
    await renders.stop();
    await generations.stop();
    await feeding.stop();
    await engine.stop();
    await monitors.stop();
    await app.close();
  };
  return {
    url: reachableUrl(address.address, address.port),
    app,
    evicted: app.get(InstanceLock).evicted,
    close: () => (closing ??= stopAll()),
  };
}
