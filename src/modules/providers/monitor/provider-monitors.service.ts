import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { ProviderConfig } from '../../../platform/config/app-config';
import { ConfigService } from '../../../platform/config/config.service';
import { NodeMonitorService } from './node-monitor.service';
import { NodeRegistry } from '../node-registry';
import { EmbeddedNodes } from '../public/embedded-nodes';
import { NodeMonitors } from '../public/node-monitors';

/** Interval of checks for added, changed and removed nodes in the configuration. */
const CONFIG_CHECK_MS = 1000;
/** Until another attempt to start an embedded node. */
const RETRY_MS = 5000;

/** A node that is being monitored. */
interface Run {
  readonly provider: ProviderConfig;
  readonly end: AbortController;
  readonly ended: Promise<void>;
}

/** Runs a monitor for every configured node, and follows changes of the configuration. */
@Injectable()
export class ProviderMonitorsService implements NodeMonitors, OnModuleDestroy {
  private readonly logger = new Logger('Providers');
  private readonly runs = new Map<string, Run>();
  private readonly stopping = new AbortController();
  private following: Promise<void> | null = null;

  constructor(
    private readonly config: ConfigService,
    private readonly registry: NodeRegistry,
    private readonly monitor: NodeMonitorService,
    private readonly embedded: EmbeddedNodes,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.following ??= this.clock.repeat({
      signal: this.stopping.signal,
      round: () => this.applyConfig(this.config.current().providers),
      pauseMs: () => CONFIG_CHECK_MS,
      onFailure: (err) =>
        this.logger.error({ err }, 'a changed list of nodes could not be applied'),
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.following;
    await Promise.all([...this.runs.values()].map((run) => this.endRun(run)));
  }

  onModuleDestroy(): Promise<void> {
    return this.stop();
  }

  private async applyConfig(providers: readonly ProviderConfig[]): Promise<void> {
    for (const run of this.runs.values()) {
      const now = providers.find((provider) => provider.id === run.provider.id);
      if (now && sameNode(now, run.provider)) continue;
      await this.endRun(run);
      if (now) this.registry.reset(now.id);
      else this.registry.remove(run.provider);
    }
    for (const provider of providers) this.startOrUpdate(provider);
  }

  private startOrUpdate(provider: ProviderConfig): void {
    const run = this.runs.get(provider.id);
    if (run?.provider === provider) return;
    const changed = JSON.stringify(run?.provider) !== JSON.stringify(provider);
    this.runs.set(provider.id, run ? { ...run, provider } : this.startRun(provider));
    if (changed) this.registry.publishState(provider);
  }

  private startRun(provider: ProviderConfig): Run {
    const end = new AbortController();
    return { provider, end, ended: this.monitorNode(provider, end.signal) };
  }

  private async endRun(run: Run): Promise<void> {
    run.end.abort();
    await run.ended;
    this.runs.delete(run.provider.id);
  }

  private async monitorNode(provider: ProviderConfig, signal: AbortSignal): Promise<void> {
    const isEmbedded = provider.kind === 'simulator' && provider.base_url === null;
    let lastFailure = '';
    while (!signal.aborted) {
      try {
        if (isEmbedded) await this.monitorEmbedded(provider, signal);
        else await this.monitor.run(provider.id, signal);
      } catch (error) {
        const wasOnline = this.registry.get(provider.id)?.status === 'online';
        if (wasOnline || String(error) !== lastFailure) this.logger.error(error);
        lastFailure = String(error);
        const { code } = error as NodeJS.ErrnoException;
        const reason = `it could not be started${code === undefined ? '' : ` (${code})`}`;
        this.registry.observe(provider.id, { status: 'offline', error: reason });
        await this.clock.pause(RETRY_MS, signal);
      }
    }
  }

  private async monitorEmbedded(provider: ProviderConfig, signal: AbortSignal): Promise<void> {
    const node = await this.embedded.start({ id: provider.id, step_ms: provider.step_ms });
    this.registry.setEmbeddedUrl(provider.id, node.url);
    try {
      await this.monitor.run(provider.id, signal);
    } finally {
      this.registry.setEmbeddedUrl(provider.id, null);
      await node.stop();
    }
  }
}

/** Name, roles and default may change without a restart of the monitor. */
function sameNode(a: ProviderConfig, b: ProviderConfig): boolean {
  const node = ({ kind, base_url, headers, step_ms }: ProviderConfig): string =>
    JSON.stringify([kind, base_url, headers, step_ms]);
  return node(a) === node(b);
}
