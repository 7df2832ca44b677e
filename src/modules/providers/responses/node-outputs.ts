import { isRecord } from '../../../platform/json';
import type { NodeOutput } from '../public/node-access';
import { listOr, objectOr, textOr } from './tolerant-json';

/** Per prompt; far more than any saver writes. */
const MAX_OUTPUTS = 1_000;
/** Characters of one text output. */
const MAX_TEXT_LENGTH = 1_048_576;

type FolderType = 'output' | 'temp' | 'input';

/**
 * Reads all outputs of a prompt. Every item with a file name counts as a file, whatever its key: savers differ
 * (`images`, `gifs`, `audio`, `video`, `3d`, …), and mp4 comes as `images`, too. Texts are listed under `text`. The order
 * is that of the node's answer, so that `index` is the same at every reading.
 */
export function readOutputs(outputs: unknown): NodeOutput[] {
  const items = Object.entries(objectOr(outputs)).flatMap(([nodeId, output]) =>
    outputsOf(nodeId, output),
  );
  return items.slice(0, MAX_OUTPUTS);
}

function outputsOf(nodeId: string, output: unknown): NodeOutput[] {
  const items: NodeOutput[] = [];
  const seen = new Set<string>();
  for (const [key, value] of Object.entries(objectOr(output))) {
    for (const item of key === 'text' ? texts(value) : listOr(value)) {
      const parsed = readItem(key, item, { nodeId, index: items.length });
      const identity = parsed && JSON.stringify({ ...parsed, index: 0 });
      if (!parsed || !identity || (parsed.kind === 'file' && seen.has(identity))) continue;
      seen.add(identity);
      items.push(parsed);
    }
  }
  return items;
}

function readItem(
  key: string,
  item: unknown,
  position: { readonly nodeId: string; readonly index: number },
): NodeOutput | null {
  if (typeof item === 'string')
    return key === 'text'
      ? { kind: 'text', ...position, text: item.slice(0, MAX_TEXT_LENGTH) }
      : null;
  if (!isRecord(item)) return null;
  const { filename, subfolder, type } = item;
  if (typeof filename !== 'string' || filename === '') return null;
  const folderType = folderTypeOf(type);
  return (
    folderType && { kind: 'file', ...position, filename, subfolder: textOr(subfolder), folderType }
  );
}

function folderTypeOf(type: unknown): FolderType | null {
  if (type === undefined) return 'output';
  return type === 'output' || type === 'temp' || type === 'input' ? type : null;
}

/** One text, a list of texts, or a list of lists of texts. */
function texts(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? [value] : listOr(value).flat();
}
