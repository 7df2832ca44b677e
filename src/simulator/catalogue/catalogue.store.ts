import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type WireObject, asObject, readJson } from '../wire/json';

let recorded: WireObject | undefined;

/**
 * The node classes of ComfyUI 0.33.0 as recorded from a real one. Unpacked at the first question and then shared by
 * all simulators of the process, so that starting one costs nothing.
 */
export function recordedClasses(): WireObject {
  recorded ??= asObject(
    readJson(gunzipSync(readFileSync(join(__dirname, 'object_info.json.gz'))).toString('utf8')),
  );
  return recorded;
}
