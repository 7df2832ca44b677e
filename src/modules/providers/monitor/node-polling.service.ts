import { Injectable, Logger } from '@nestjs/common';
import { filter } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { NodeCatalogueGateway } from '../gateway/node-catalogue.gateway';
import { NodeStatusGateway, type NodeStatus } from '../gateway/node-status.gateway';
import { RequestFailure } from '../gateway/request-failure';
import { NodeRegistry } from '../node-registry';
import { NodeBadAnswer, NodeBusy, NodeRefused, NodeUnreachable } from '../public/node-errors';
import type { NodeEvent } from '../public/node-events';
import type { ProviderState } from '../public/provider-directory';
import { proxyRejection } from '../responses/submit-response';
import { InterruptibleSleep } from './retry-delay';
import { NodeEventsService } from './node-events.service';

const POLL_INTERVAL_MS = 5000;
const FIRST_RETRY_MS = 250;
/** Failed polls until an online node counts as offline: loading a model makes nodes slow. */
const MAX_FAILED_POLLS = 2;

/** Polls nodes every few seconds, and at once when their socket opens or closes, and records their status. */
@Injectable()
export class NodePollingService {
  private readonly logger = new Logger('Providers');

  constructor(
    private readonly health: NodeStatusGateway,
    private readonly registry: NodeRegistry,
    private readonly catalogue: NodeCatalogueGateway,
    private readonly bus: NodeEventsService,
    private readonly clock: Clock,
  ) {}

  /** Until the signal aborts. */
  async run(providerId: string, signal: AbortSignal): Promise<void> {
    const sleep = new InterruptibleSleep(this.clock, signal);
    const subscription = this.bus.stream
      .pipe(filter((event) => event.providerId === providerId))
      .subscribe((event) => this.onEvent(event, sleep));
    let failures = 0;
    while (!signal.aborted) {
      failures = (await this.poll(providerId, failures, signal)) ? 0 : failures + 1;
      await sleep.sleep(
        failures === 0
          ? POLL_INTERVAL_MS
          : Math.min(POLL_INTERVAL_MS, FIRST_RETRY_MS * 2 ** failures),
      );
    }
    subscription.unsubscribe();
  }

  private onEvent(event: NodeEvent, sleep: InterruptibleSleep): void {
    if (event.kind === 'queue') {
      this.registry.observe(event.providerId, { queue: split(event.remaining) });
    }
    if (event.kind === 'disconnected') this.catalogue.expire(event.providerId);
    if (event.kind === 'connected' || event.kind === 'disconnected') sleep.wake();
  }

  private async poll(providerId: string, failures: number, signal: AbortSignal): Promise<boolean> {
    try {
      const status = await this.health.status(providerId, signal);
      const before = this.registry.get(providerId);
      const isNew = before?.status !== 'online' || before.version !== (status.version ?? undefined);
      const changes = isNew
        ? { max_upload_size: await this.health.maxUploadSize(providerId, signal) }
        : {};
      if (signal.aborted) return true;
      this.registry.observe(providerId, { ...this.online(status), ...changes });
      if (isNew) this.onOnline(providerId, status);
      return true;
    } catch (error) {
      if (!signal.aborted) this.onFailure(providerId, failures + 1, error);
      return false;
    }
  }

  private online(status: NodeStatus) {
    const { version, devices, remaining } = status;
    const queue = split(remaining);
    const last_seen_at = this.clock.timestamp();
    return {
      ...({ status: 'online', error: null, offline_since: null } as const),
      version,
      devices,
      queue,
      last_seen_at,
    };
  }

  /** The node may have restarted with other classes and files. */
  private onOnline(providerId: string, { version }: NodeStatus): void {
    this.logger.log(`node ${providerId} is online, ComfyUI ${version ?? 'of unknown version'}`);
    this.catalogue.expire(providerId);
    this.catalogue.classes(providerId).catch(() => undefined);
  }

  private onFailure(providerId: string, failures: number, error: unknown): void {
    const before = this.registry.get(providerId);
    const wasOnline = before?.status === 'online';
    if (wasOnline && failures < MAX_FAILED_POLLS && mayJustBeSlow(error)) return;
    const reason = this.reasonOf(error);
    // Logged once, also for a node that was never online: its address is most likely wrong.
    if (before?.error === undefined) this.logger.warn(`node ${providerId} is offline: ${reason}`);
    this.registry.observe(providerId, {
      ...({ status: 'offline', error: reason, queue: split(0) } as const),
      ...(wasOnline ? { offline_since: this.clock.now() } : {}),
    });
  }

  private reasonOf(error: unknown): string {
    if (error instanceof NodeUnreachable) return error.reason;
    // ComfyUI never refuses these two requests.
    if (error instanceof NodeRefused) return proxyRejection(error.nodeStatus);
    if (error instanceof NodeBadAnswer) return `its answer can't be used: ${error.reason}`;
    if (error instanceof NodeBusy) return 'it has too much to do to answer';
    this.logger.error(error);
    return 'it could not be looked after';
  }
}

function mayJustBeSlow(error: unknown): boolean {
  if (error instanceof NodeBusy) return true;
  return error instanceof NodeUnreachable && error.cause instanceof RequestFailure
    ? error.cause.kind === 'broken'
    : false;
}

/** A node runs one prompt at a time. */
function split(remaining: number): ProviderState['queue'] {
  const running = Math.min(1, remaining);
  return { running, pending: remaining - running };
}
