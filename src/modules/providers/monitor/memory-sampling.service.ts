import { Injectable } from '@nestjs/common';
import { filter } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { NodeStatusGateway } from '../gateway/node-status.gateway';
import { NodeRegistry } from '../node-registry';
import type { NodeEvent } from '../public/node-events';
import type { ProviderDevice } from '../public/provider-directory';
import { NodeEventsService } from './node-events.service';

/** Two small questions a second, and only while a prompt of ours runs on a node that has graphics memory. */
const LOOK_MS = 1000;

/** Devices for which ComfyUI tells the machine's main memory. */
const SHARES_MAIN_MEMORY: readonly string[] = ['cpu', 'mps', ''];

/** Looks at how much memory is in use while a node runs a prompt of ours; job events reach no other socket. */
@Injectable()
export class MemorySamplingService {
  constructor(
    private readonly health: NodeStatusGateway,
    private readonly registry: NodeRegistry,
    private readonly bus: NodeEventsService,
    private readonly clock: Clock,
  ) {}

  /** Until the signal aborts. */
  async run(providerId: string, signal: AbortSignal): Promise<void> {
    let run = new AbortController();
    const hearing = this.bus.stream
      .pipe(filter((event) => event.providerId === providerId && BOUNDS.includes(event.kind)))
      .subscribe((event) => {
        run.abort();
        if (event.kind !== 'started') return;
        run = new AbortController();
        void this.follow(event, run.signal);
      });
    await ended(signal);
    run.abort();
    hearing.unsubscribe();
  }

  /** A look that fails tells nothing; a run that has ended meanwhile isn't what it saw. */
  private async follow(
    { providerId, promptId }: Extract<NodeEvent, { kind: 'started' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await this.clock.sleep(LOOK_MS, signal).catch(() => undefined);
      if (isOver() || !graphicsDevice(this.registry.get(providerId)?.devices)) return;
      const vitals = await this.health.status(providerId, signal).catch(() => null);
      const device = graphicsDevice(vitals?.devices);
      if (isOver() || !vitals || !device) continue;
      const { vram_total: total, vram_free: free } = device;
      const { remaining } = vitals;
      this.bus.publishMemory({ providerId, promptId, used: total - free, total, remaining });
    }
  }
}

const BOUNDS: readonly NodeEvent['kind'][] = ['started', 'ended', 'disconnected'];

/** Of several devices nobody can tell which one worked. */
function graphicsDevice(devices: readonly ProviderDevice[] = []): ProviderDevice | null {
  const [device, ...others] = devices;
  if (!device || others.length > 0 || SHARES_MAIN_MEMORY.includes(device.type)) return null;
  const { vram_total: total, vram_free: free } = device;
  return total > 0 && free >= 0 && free <= total ? device : null;
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
