import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Clock } from '../../platform/clock/clock';
import type { ProviderConfig } from '../../platform/config/app-config';
import { ConfigService } from '../../platform/config/config.service';
import { DEFAULT_MAX_UPLOAD } from './responses/node-status';
import { ProviderDirectory, type ProviderState } from './public/provider-directory';

/** Address of a node, and the headers of requests to it. */
export interface NodeEndpoint {
  readonly id: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a monitor observed of its node. */
export type Observation = Pick<
  ProviderState,
  | 'status'
  | 'devices'
  | 'queue'
  | 'last_seen_at'
  | 'offline_since'
  | 'since'
  | 'last_error'
  | 'max_upload_size'
> & { readonly error: string | null; readonly version: string | null };

/**
 * The configured nodes with the last observations of their monitors. Monitors write it, everybody else reads it.
 */
@Injectable()
export class NodeRegistry implements ProviderDirectory {
  private readonly observations = new Map<string, Observation>();
  private readonly embedded = new Map<string, string>();
  private readonly states = new Subject<{ state: ProviderState; removed: boolean }>();
  readonly changes: Observable<{ state: ProviderState; removed: boolean }> = this.states;

  constructor(
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  list(): readonly ProviderState[] {
    return this.config.current().providers.map((provider) => this.stateOf(provider));
  }

  /** How many nodes are configured. */
  get size(): number {
    return this.config.current().providers.length;
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

  /** The URL of an embedded node; `null` after it stopped. */
  setEmbeddedUrl(id: string, url: string | null): void {
    if (url === null) this.embedded.delete(id);
    else this.embedded.set(id, url);
  }

  /** Records what a monitor observed, and publishes the state if it changed visibly. */
  observe(id: string, change: Partial<Omit<Observation, 'since' | 'last_error'>>): void {
    const before = this.observations.get(id) ?? this.initialObservation();
    const { status = before.status, error } = change;
    const after = {
      ...before,
      ...change,
      ...(status === before.status ? {} : { since: this.clock.now() }),
      ...(typeof error !== 'string' || error === before.error
        ? {}
        : { last_error: { message: error, at: this.clock.timestamp() } }),
    };
    this.observations.set(id, after);
    const provider = this.configured(id);
    if (provider && visibleParts(before) !== visibleParts(after)) this.publishState(provider);
  }

  /** Publishes the state of a node whose configuration has changed. */
  publishState(provider: ProviderConfig): void {
    this.states.next({ state: this.stateOf(provider), removed: false });
  }

  /** Forgets the observations of a node whose address has changed. */
  reset(id: string): void {
    this.observations.delete(id);
    this.embedded.delete(id);
  }

  /** Removes a node that is not configured any more. */
  remove(provider: ProviderConfig): void {
    const state = this.stateOf(provider);
    this.reset(provider.id);
    this.states.next({ state, removed: true });
  }

  private configured(id: string): ProviderConfig | undefined {
    return this.config.current().providers.find((provider) => provider.id === id);
  }

  private initialObservation(): Observation {
    return {
      status: 'offline',
      error: null,
      version: null,
      devices: [],
      queue: { running: 0, pending: 0 },
      last_seen_at: null,
      offline_since: this.clock.now(),
      since: this.clock.now(),
      last_error: null,
      max_upload_size: DEFAULT_MAX_UPLOAD,
    };
  }

  private stateOf(provider: ProviderConfig): ProviderState {
    let observation = this.observations.get(provider.id);
    if (!observation) this.observations.set(provider.id, (observation = this.initialObservation()));
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

/** Free memory and the time of the last poll change with every poll: alone they are not published. */
function visibleParts(observation: Observation): string {
  const devices = observation.devices.map((device) => ({ ...device, vram_free: 0 }));
  return JSON.stringify({ ...observation, devices, last_seen_at: null });
}
