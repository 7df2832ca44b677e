import type { Caller } from '../../platform/access/caller';
import type { ProviderRecord } from './dto/provider-response';
import { messageRedactorFor } from './public/redact-messages';
import type { ProviderState } from './public/provider-directory';

/**
 * A node as this caller may see it: its address for admins only, its headers never.
 * @param running the caller's jobs that run on it
 */
export function providerRecord(
  state: ProviderState,
  caller: Caller,
  running: string[],
): ProviderRecord {
  const redactor = messageRedactorFor(caller, [state.base_url]);
  return {
    id: state.id,
    name: state.name,
    kind: state.kind,
    is_default: state.is_default,
    roles: [...state.roles],
    status: state.status,
    ...(state.error === undefined ? {} : { error: redactor.message(state.error) }),
    ...(state.version === undefined ? {} : { version: state.version }),
    devices: state.devices.map(({ name, type, vram_total, vram_free }) => ({
      name,
      type,
      vram_total,
      vram_free,
    })),
    queue: { running: state.queue.running, pending: state.queue.pending },
    running,
    last_seen_at: state.last_seen_at,
    since: new Date(state.since).toISOString(),
    last_error: state.last_error && {
      message: redactor.message(state.last_error.message),
      at: state.last_error.at,
    },
    ...(caller.isAdmin ? { base_url: state.base_url } : {}),
  };
}
