import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from '../../src/simulator/wire/json';

/** A recorded exchange with a real ComfyUI. */
export interface Recording {
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

/** A frame of a recorded socket. */
export interface RecordedFrame {
  readonly t: number;
  readonly text?: unknown;
  readonly binary?: { readonly event: number; readonly image_magic?: string };
}

const FOLDER = join(__dirname, '../fixtures/comfyui');

/** An exchange by its file name without `.json`. */
export function recording(name: string): Recording {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Recording;
}

/** The recorded answer body; some recordings are only the body. */
export function recordedBody(name: string): unknown {
  const read = recording(name) as Partial<Recording>;
  return read.response ? read.response.body : read;
}

/** The frames of a recorded socket by its file name without `.jsonl`. */
export function recordedFrames(name: string): readonly RecordedFrame[] {
  return readFileSync(join(FOLDER, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedFrame);
}

/** The body of a recorded request as it was sent: order of keys and `7.0` as they were. */
export function recordedRequestText(name: string): string {
  const file = readJson(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
  const request = file instanceof Map ? file.get('request') : undefined;
  const body = request instanceof Map ? request.get('body') : undefined;
  if (body === undefined || body === null) return '';
  return typeof body === 'string' ? body : writeJson(body);
}
