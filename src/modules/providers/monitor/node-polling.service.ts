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
import { InterruptibleSleep } from './interruptible-sleep';
import { NodeEventsService } from './node-events.service';

const LOOK_MS = 5000;
const FIRST_RETRY_MS = 250;
/** Looks without an answer until a node that answered before counts as away: loading a model makes nodes slow. */
const PATIENCE = 2;

/** Looks after nodes every few seconds, sooner when their socket opens or closes, and notes what it sees. */
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
    const nap = new InterruptibleSleep(this.clock, signal);
    const hearing = this.bus.stream
      .pipe(filter((event) => event.providerId === providerId))
      .subscribe((event) => this.hear(event, nap));
    let failures = 0;
    while (!signal.aborted) {
      failures = (await this.look(providerId, failures, signal)) ? 0 : failures + 1;
      await nap.sleep(failures === 0 ? LOOK_MS : Math.min(LOOK_MS, FIRST_RETRY_MS * 2 ** failures));
    }
    hearing.unsubscribe();
  }

  private hear(event: NodeEvent, nap: InterruptibleSleep): void {
    if (event.kind === 'queue') {
      this.registry.observe(event.providerId, { queue: split(event.remaining) });
    }
    if (event.kind === 'disconnected') this.catalogue.expire(event.providerId);
    if (event.kind === 'connected' || event.kind === 'disconnected') nap.wake();
  }

  private async look(providerId: string, failures: number, signal: AbortSignal): Promise<boolean> {
    try {
      const vitals = await this.health.status(providerId, signal);
      const before = this.registry.get(providerId);
      const isNew = before?.status !== 'online' || before.version !== (vitals.version ?? undefined);
      const news = isNew
        ? { max_upload_size: await this.health.maxUploadSize(providerId, signal) }
        : {};
      if (signal.aborted) return true;
      this.registry.observe(providerId, { ...this.online(vitals), ...news });
      if (isNew) this.welcome(providerId, vitals);
      return true;
    } catch (error) {
      if (!signal.aborted) this.miss(providerId, failures + 1, error);
      return false;
    }
  }

  private online(vitals: NodeStatus) {
    const { version, devices, remaining } = vitals;
    const queue = split(remaining);
    const last_seen_at = this.clock.timestamp();
    return {
      ...({ status: 'online', error: null, offline_since: null } as const),
      ...{ version, devices, queue, last_seen_at },
    };
  }

  /** It may have other classes and files than the one that was here before. */
  private welcome(providerId: string, { version }: NodeStatus): void {
    this.logger.log(`node ${providerId} is online, ComfyUI ${version ?? 'of unknown version'}`);
    this.catalogue.expire(providerId);
    this.catalogue.classes(providerId).catch(() => undefined);
  }

  private miss(providerId: string, failures: number, error: unknown): void {
    const before = this.registry.get(providerId);
    const wasOnline = before?.status === 'online';
    if (wasOnline && failures < PATIENCE && mayJustBeSlow(error)) return;
    const reason = this.reasonOf(error);
    // Also of a node that was never there: its address is most likely wrong, and said once is enough.
    if (before?.error === undefined) this.logger.warn(`node ${providerId} is offline: ${reason}`);
    this.registry.observe(providerId, {
      ...({ status: 'offline', error: reason, queue: split(0) } as const),
      ...(wasOnline ? { offline_since: this.clock.now() } : {}),
    });
  }

  private reasonOf(error: unknown): string {
    if (error instanceof NodeUnreachable || error instanceof NodeRefused) return error.reason;
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
