import { isRecord, listOr, recordOr } from '../../../platform/json';
import type { ProviderDevice } from '../public/provider-directory';
import { beginningOf, countOf, textOr } from './tolerant-json';

/** ComfyUI's default upload limit in bytes. */
export const DEFAULT_MAX_UPLOAD = 104_857_600;

/** More devices than any machine has, and longer names: they are sent with each state of the node. */
const MAX_DEVICES = 64;
const MAX_NAME_LENGTH = 200;

export interface SystemFacts {
  readonly version: string | null;
  readonly devices: readonly ProviderDevice[];
}

/** `GET /system_stats`; null: this isn't ComfyUI. `argv` and paths are left out. */
export function readSystemStats(body: unknown): SystemFacts | null {
  if (!isRecord(body) || !isRecord(body['system'])) return null;
  const version = textOr(body['system']['comfyui_version']);
  return {
    version: version === '' ? null : version.slice(0, 64),
    devices: listOr(body['devices'])
      .filter(isRecord)
      .slice(0, MAX_DEVICES)
      .map((device) => ({
        name: nameOf(device['name']),
        type: nameOf(device['type']),
        vram_total: countOf(device['vram_total']) ?? 0,
        vram_free: countOf(device['vram_free']) ?? 0,
      })),
  };
}

const nameOf = (value: unknown): string => beginningOf(textOr(value), MAX_NAME_LENGTH);

/** `GET /features`: the largest upload in bytes. */
export function readMaxUploadSize(body: unknown): number {
  const size = countOf(recordOr(body)['max_upload_size']);
  return size !== undefined && size > 0 ? size : DEFAULT_MAX_UPLOAD;
}

/** `GET /prompt`, or a `status` frame's `exec_info`: running and pending prompts together; null: unreadable. */
export function readQueueRemaining(body: unknown): number | null {
  return countOf(recordOr(recordOr(body)['exec_info'])['queue_remaining']) ?? null;
}
