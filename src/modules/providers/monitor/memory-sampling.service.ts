import { Injectable } from '@nestjs/common';
import { filter } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { NodeStatusGateway } from '../gateway/node-status.gateway';
import { NodeRegistry } from '../node-registry';
import type { NodeEvent } from '../public/node-events';
import type { ProviderDevice } from '../public/provider-directory';
import { NodeEventsService } from './node-events.service';

/** Sampling interval while one of our prompts runs on a node with graphics memory. */
const SAMPLE_INTERVAL_MS = 1000;

/** Devices for which ComfyUI reports the machine's main memory. */
const SHARES_MAIN_MEMORY: readonly string[] = ['cpu', 'mps', ''];

/** Samples a node's graphics memory while it runs one of our prompts. */
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
    const subscription = this.bus.stream
      .pipe(filter((event) => event.providerId === providerId && BOUNDS.includes(event.kind)))
      .subscribe((event) => {
        run.abort();
        if (event.kind !== 'started') return;
        run = new AbortController();
        void this.follow(event, run.signal);
      });
    await ended(signal);
    run.abort();
    subscription.unsubscribe();
  }

  /** Failed samples are skipped, as are samples that arrive after the prompt has ended. */
  private async follow(
    { providerId, promptId }: Extract<NodeEvent, { kind: 'started' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await this.clock.pause(SAMPLE_INTERVAL_MS, signal);
      if (isOver() || !graphicsDevice(this.registry.get(providerId)?.devices)) return;
      const status = await this.health.status(providerId, signal).catch(() => null);
      const device = graphicsDevice(status?.devices);
      if (isOver() || !status || !device) continue;
      const { vram_total: total, vram_free: free } = device;
      const { remaining } = status;
      this.bus.publishMemory({ providerId, promptId, used: total - free, total, remaining });
    }
  }
}

const BOUNDS: readonly NodeEvent['kind'][] = ['started', 'ended', 'disconnected'];

/** `null` with several devices: it is unknown which one ran the prompt. */
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
