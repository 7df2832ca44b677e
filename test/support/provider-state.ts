import type { ProviderState } from '../../src/modules/providers/public/provider-directory';

/** An idle node that is online. */
export function providerState(id: string, rest: Partial<ProviderState> = {}): ProviderState {
  return {
    id,
    name: id,
    kind: 'comfyui',
    base_url: '',
    is_default: false,
    roles: ['image'],
    status: 'online',
    devices: [],
    queue: { running: 0, pending: 0 },
    last_seen_at: null,
    offline_since: null,
    since: 0,
    last_error: null,
    max_upload_size: 1,
    ...rest,
  };
}
