import { isRecord, listOr, recordOr } from '../../../platform/json';
import type { ProviderDevice } from '../public/provider-directory';
import { numberOf, textOr } from './tolerant-json';

/** ComfyUI's default upload limit in bytes. */
export const DEFAULT_MAX_UPLOAD = 104_857_600;

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
      .map((device) => ({
        name: textOr(device['name']),
        type: textOr(device['type']),
        vram_total: numberOf(device['vram_total']) ?? 0,
        vram_free: numberOf(device['vram_free']) ?? 0,
      })),
  };
}

/** `GET /features`: the largest upload in bytes. */
export function readMaxUploadSize(body: unknown): number {
  const size = numberOf(recordOr(body)['max_upload_size']);
  return size !== undefined && size > 0 ? size : DEFAULT_MAX_UPLOAD;
}

/** `GET /prompt`, or a `status` frame's `exec_info`: running and pending prompts together; null: unreadable. */
export function readQueueRemaining(body: unknown): number | null {
  const remaining = numberOf(recordOr(recordOr(body)['exec_info'])['queue_remaining']);
  return remaining === undefined ? null : Math.max(0, Math.trunc(remaining));
}
