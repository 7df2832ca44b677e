import type { Observable } from 'rxjs';

/** A device of a node; memory in bytes. */
export interface ProviderDevice {
  readonly name: string;
  readonly type: string;
  readonly vram_total: number;
  readonly vram_free: number;
}

/** What a node may generate, from its configuration. */
export type ProviderRole = 'image' | 'video';

/** A node as its monitor last observed it. Reading it never waits for the node. */
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
  /** ComfyUI's version. */
  readonly version?: string;
  readonly devices: readonly ProviderDevice[];
  /** The node's own queue, everybody's jobs. */
  readonly queue: { readonly running: number; readonly pending: number };
  readonly last_seen_at: string | null;
  /** Milliseconds (Clock.now) since when the node is offline; `null` while online. */
  readonly offline_since: number | null;
  /** Milliseconds (Clock.now) since when it has its status. */
  readonly since: number;
  /** The last reason for which it was offline, cleaned as `error` is; `null` when it never was. */
  readonly last_error: { readonly message: string; readonly at: string } | null;
  /** The node's upload limit in bytes. */
  readonly max_upload_size: number;
}

/** The nodes of `config.json` with the observations of their monitors. */
export abstract class ProviderDirectory {
  abstract list(): readonly ProviderState[];
  abstract get(id: string): ProviderState | undefined;
  /** The node for requests that name none. */
  abstract defaultProvider(): ProviderState | undefined;
  /** Emits a node's state when it changes visibly; `removed` when it is not configured any more. */
  abstract readonly changes: Observable<{
    readonly state: ProviderState;
    readonly removed: boolean;
  }>;
}
