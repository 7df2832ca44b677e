import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An exchange with a real ComfyUI, as it was recorded. */
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

/** The body that the node answered; some recordings are the body alone. */
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
