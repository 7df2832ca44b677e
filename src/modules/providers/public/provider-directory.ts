import type { Observable } from 'rxjs';

/** A device as the node tells it; memory in bytes. */
export interface ProviderDevice {
  readonly name: string;
  readonly type: string;
  readonly vram_total: number;
  readonly vram_free: number;
}

/** What a node can be asked for; taken from the node's configuration. */
export type ProviderRole = 'image' | 'video';

/** One node as its monitor last saw it. Reading it never waits for the node. */
export interface ProviderState {
  readonly id: string;
  readonly name: string;
  readonly kind: 'comfyui' | 'simulator';
  readonly base_url: string;
  readonly is_default: boolean;
  readonly roles: readonly ProviderRole[];
  readonly status: 'online' | 'offline';
  /** Why it is offline, cleaned of addresses and paths. */
  readonly error?: string;
  /** ComfyUI's version as the node tells it. */
  readonly version?: string;
  readonly devices: readonly ProviderDevice[];
  /** The node's own queue, everybody's jobs. */
  readonly queue: { readonly running: number; readonly pending: number };
  readonly last_seen_at: string | null;
  /** Milliseconds (Clock.now) since when the node is offline; `null` while online. */
  readonly offline_since: number | null;
  /** Largest upload in bytes that the node says it takes. */
  readonly max_upload_size: number;
}

/** Nodes of `config.json`, live, as their monitors see them. */
export abstract class ProviderDirectory {
  abstract list(): readonly ProviderState[];
  abstract get(id: string): ProviderState | undefined;
  /** The node that is asked when none is named. */
  abstract defaultProvider(): ProviderState | undefined;
  /** A state each time one changes in a way that a reader can see; `removed` when it left the configuration. */
  abstract readonly changes: Observable<{
    readonly state: ProviderState;
    readonly removed: boolean;
  }>;
}
