import type { NodeFilesStore } from '../files/node-files.store';
import { classOf, inputsOf } from '../validation/links';
import type { WireObject, WireValue } from '../wire/json';

/** Inputs that name a file; its content belongs to the node's cache key. */
const FILE_INPUT: Readonly<Record<string, string>> = {
  LoadImage: 'image',
  LoadImageMask: 'image',
  LoadImageOutput: 'image',
  WebcamCapture: 'image',
  LoadLatent: 'latent',
  LoadAudio: 'audio',
  LoadVideo: 'file',
};

/** Classes that are never taken from the cache. */
const ALWAYS_NEW: ReadonlySet<string> = new Set(['SaveImageWebsocket']);

let runs = 0;

/** The part of a node's cache key that doesn't come from its inputs, such as the content of the file that it loads. */
export async function fingerprintOf(
  prompt: WireObject,
  nodeId: string,
  files: NodeFilesStore,
): Promise<WireValue> {
  const className = classOf(prompt, nodeId);
  if (ALWAYS_NEW.has(className)) return ++runs;
  const input = FILE_INPUT[className];
  if (input === undefined) return false;
  const name = inputsOf(prompt, nodeId).get(input);
  const file = typeof name === 'string' ? await files.find(name) : undefined;
  return file === undefined ? ++runs : files.hash(file.path);
}
