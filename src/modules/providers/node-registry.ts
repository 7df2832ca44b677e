import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Clock } from '../../platform/clock/clock';
import type { ProviderConfig } from '../../platform/config/app-config';
import { ConfigService } from '../../platform/config/config.service';
import { DEFAULT_MAX_UPLOAD } from './responses/node-status';
import { ProviderDirectory, type ProviderState } from './public/provider-directory';

/** Where and how a node is spoken to. */
export interface NodeEndpoint {
  readonly id: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a monitor saw of its node. */
export type Observation = Pick<
  ProviderState,
  'status' | 'devices' | 'queue' | 'last_seen_at' | 'offline_since' | 'max_upload_size'
> & { readonly error: string | null; readonly version: string | null };

/**
 * The nodes: what the configuration says of them now, and what their monitors last saw. The one memory of the room;
 * monitors write, everybody else reads.
 */
@Injectable()
export class NodeRegistry extends ProviderDirectory {
  private readonly seen = new Map<string, Observation>();
  private readonly embedded = new Map<string, string>();
  private readonly told = new Subject<{ state: ProviderState; removed: boolean }>();
  readonly changes: Observable<{ state: ProviderState; removed: boolean }> = this.told;

  constructor(
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {
    super();
  }

  list(): readonly ProviderState[] {
    return this.config.current().providers.map((provider) => this.stateOf(provider));
  }

  get(id: string): ProviderState | undefined {
    const provider = this.configured(id);
    return provider && this.stateOf(provider);
  }

  defaultProvider(): ProviderState | undefined {
    const provider = this.config.current().providers.find((one) => one.default);
    return provider && this.stateOf(provider);
  }

  /** `null`: not configured, or an embedded node that hasn't started yet. */
  endpoint(id: string): NodeEndpoint | null {
    const provider = this.configured(id);
    const url = provider?.base_url ?? this.embedded.get(id);
    return provider && url !== undefined ? { id, url, headers: provider.headers } : null;
  }

  /** Where an embedded node listens; `null` once it doesn't. */
  setEmbeddedUrl(id: string, url: string | null): void {
    if (url === null) this.embedded.delete(id);
    else this.embedded.set(id, url);
  }

  /** Notes what a monitor saw, and tells of it unless no reader would see a difference worth telling. */
  observe(id: string, change: Partial<Observation>): void {
    const before = this.seen.get(id) ?? this.unseen();
    const after = { ...before, ...change };
    this.seen.set(id, after);
    const provider = this.configured(id);
    if (provider && worthTelling(before) !== worthTelling(after)) this.publishState(provider);
  }

  /** Tells of a node whose configuration has changed. */
  publishState(provider: ProviderConfig): void {
    this.told.next({ state: this.stateOf(provider), removed: false });
  }

  /** Starts anew with a node whose address has changed. */
  reset(id: string): void {
    this.seen.delete(id);
    this.embedded.delete(id);
  }

  /** A node that left the configuration. */
  remove(provider: ProviderConfig): void {
    const state = this.stateOf(provider);
    this.reset(provider.id);
    this.told.next({ state, removed: true });
  }

  private configured(id: string): ProviderConfig | undefined {
    return this.config.current().providers.find((provider) => provider.id === id);
  }

  private unseen(): Observation {
    return {
      status: 'offline',
      error: null,
      version: null,
      devices: [],
      queue: { running: 0, pending: 0 },
      last_seen_at: null,
      offline_since: this.clock.now(),
      max_upload_size: DEFAULT_MAX_UPLOAD,
    };
  }

  private stateOf(provider: ProviderConfig): ProviderState {
    let observation = this.seen.get(provider.id);
    if (!observation) this.seen.set(provider.id, (observation = this.unseen()));
    const { error, version, ...rest } = observation;
    return {
      id: provider.id,
      name: provider.name,
      kind: provider.kind,
      base_url: provider.base_url ?? this.embedded.get(provider.id) ?? '',
      is_default: provider.default,
      roles: provider.roles,
      ...(error === null ? {} : { error }),
      ...(version === null ? {} : { version }),
      ...rest,
    };
  }
}

/** Free memory and the time of the last look change at every look: they are read, not told. */
function worthTelling(observation: Observation): string {
  const devices = observation.devices.map((device) => ({ ...device, vram_free: 0 }));
  return JSON.stringify({ ...observation, devices, last_seen_at: null });
}
