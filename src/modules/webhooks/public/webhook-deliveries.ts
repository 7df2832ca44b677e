/** Sends events to webhooks in the background, while the service runs. */
export abstract class WebhookDeliveries {
  /** Continues where the last process stopped. `main` calls it once the service listens. */
  abstract start(): void;
  /** Breaks running attempts off, which are made again later; resolves when they have ended. */
  abstract stop(): Promise<void>;
}
