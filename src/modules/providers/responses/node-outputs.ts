import { isRecord } from '../../../platform/json';
import type { NodeOutput, NodeResult } from '../public/node-access';
import { beginningOf, listOr, objectOr, textOr } from './tolerant-json';

/** Per prompt; far more than any saver writes. */
const MAX_OUTPUTS = 1_000;
/** Characters of all text outputs of a prompt together. */
const MAX_TEXT_LENGTH = 1_048_576;

/** Characters of a file's name, and of the id of a graph node: more is none of ours. */
const MAX_NAME_LENGTH = 255;
const MAX_FOLDER_LENGTH = 4_096;

/** Nodes that show a 3D model name its file in a text, beside other values (ComfyUI's `has_3d_extension`). */
const MODEL_FILE = /\.(?:obj|fbx|gltf|glb|usdz)$/i;

type FolderType = 'output' | 'temp' | 'input';
type Position = Pick<NodeOutput, 'nodeId' | 'index'>;

/**
 * Reads all outputs of a prompt. Every item with a file name counts as a file, whatever its key: savers differ
 * (`images`, `gifs`, `audio`, `video`, `3d`, `latents`, `files`, …), and mp4 comes as `images`, too. Texts are listed
 * under `text`. The order is that of the node's answer, so that `index` is the same at every reading.
 */
export function readOutputs(outputs: unknown): Pick<NodeResult, 'outputs' | 'omittedOutputs'> {
  const items = Object.entries(objectOr(outputs)).flatMap(([nodeId, output]) =>
    outputsOf(nodeId, output),
  );
  const omitted = items.length - MAX_OUTPUTS;
  return {
    outputs: withTextLimit(items.slice(0, MAX_OUTPUTS)),
    ...(omitted > 0 ? { omittedOutputs: omitted } : {}),
  };
}

function outputsOf(nodeId: string, output: unknown): NodeOutput[] {
  if (nodeId.length > MAX_NAME_LENGTH) return [];
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

function readItem(key: string, item: unknown, position: Position): NodeOutput | null {
  if (typeof item === 'string') {
    if (key === 'text') return { kind: 'text', ...position, text: item };
    return MODEL_FILE.test(item) ? fileOutput(position, modelFile(item)) : null;
  }
  if (!isRecord(item)) return null;
  const { filename, subfolder, type } = item;
  if (typeof filename !== 'string' || filename === '') return null;
  const folderType = folderTypeOf(type);
  return folderType && fileOutput(position, { filename, subfolder: textOr(subfolder), folderType });
}

function fileOutput(
  position: Position,
  file: { readonly filename: string; readonly subfolder: string; readonly folderType: FolderType },
): NodeOutput | null {
  if (file.filename.length > MAX_NAME_LENGTH || file.subfolder.length > MAX_FOLDER_LENGTH)
    return null;
  return { kind: 'file', ...position, ...file };
}

function modelFile(path: string) {
  const nameAt = path.lastIndexOf('/') + 1;
  const subfolder = path.slice(0, Math.max(0, nameAt - 1));
  return { filename: path.slice(nameAt), subfolder, folderType: 'output' } as const;
}

function folderTypeOf(type: unknown): FolderType | null {
  if (type === undefined) return 'output';
  return type === 'output' || type === 'temp' || type === 'input' ? type : null;
}

/** One text, a list of texts, or a list of lists of texts. */
function texts(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? [value] : listOr(value).flat();
}

/** Cuts the text that crosses the limit, and all that follow, with a note that says so. */
function withTextLimit(items: readonly NodeOutput[]): NodeOutput[] {
  let left = MAX_TEXT_LENGTH;
  return items.map((item) => {
    if (item.kind !== 'text') return item;
    const text = beginningOf(item.text, left);
    left -= text.length;
    const { length } = item.text;
    return text.length === length
      ? item
      : { ...item, text: `${text}… (cut: ${length} characters)` };
  });
}
