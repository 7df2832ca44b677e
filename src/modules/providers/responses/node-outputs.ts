import { isRecord, listOr, recordOr } from '../../../platform/json';
import type { NodeOutput, NodeResult } from '../public/node-access';
import { beginningOf, textOr } from './tolerant-json';

/** Per prompt; far more than any saver writes. */
const MAX_OUTPUTS = 1_000;
/** Characters of all text outputs of a prompt together. */
const MAX_TEXT_LENGTH = 1_048_576;

/** Characters of a file's name, and of the id of a graph node: more is none of ours. */
const MAX_NAME_LENGTH = 255;
const MAX_FOLDER_LENGTH = 4_096;

/**
 * Nodes for 3D models name a file in a text, beside other values, and with its subfolder. `GET /api/jobs/{id}` turns some of
 * these texts into items, still with the subfolder in the name.
 */
const MODEL_FILE = /\.(?:obj|fbx|gltf|glb|usdz|stl|ply|splat|spz|ksplat)$/i;
/** Files that such nodes only show lie in the temporary folder, which neither form says. */
const SHOWN_MODEL = /^preview(?:3d_advanced|_splat|_pointcloud)_[\da-f]{32}\./;

type FileOutput = Extract<NodeOutput, { kind: 'file' }>;
type FolderType = FileOutput['folderType'];
type Position = Pick<NodeOutput, 'nodeId' | 'index'>;

/**
 * Reads all outputs of a prompt. Every item with a file name counts as a file, whatever its key: savers differ
 * (`images`, `gifs`, `audio`, `video`, `3d`, `latents`, `files`, …), and mp4 comes as `images`, too. Texts are listed
 * under `text`. The order is that of the node's answer, so that `index` is the same at every reading.
 */
export function readOutputs(outputs: unknown): Pick<NodeResult, 'outputs' | 'omittedOutputs'> {
  const items: NodeOutput[] = [];
  let omittedOutputs = 0;
  for (const [nodeId, output] of Object.entries(recordOr(outputs)))
    if (nodeId.length <= MAX_NAME_LENGTH) omittedOutputs += addOutputs(items, nodeId, output);
  return {
    outputs: withTextLimit(items),
    ...(omittedOutputs > 0 ? { omittedOutputs } : {}),
  };
}

/** @returns how many items there was no room for; those that repeat another one count, too: a node may send a million */
function addOutputs(items: NodeOutput[], nodeId: string, output: unknown): number {
  const first = items.length;
  const seen = new Set<string>();
  let omitted = 0;
  for (const [key, item] of itemsOf(output)) {
    const parsed = readItem(key, item, { nodeId, index: items.length - first });
    if (parsed && items.length >= MAX_OUTPUTS) omitted += 1;
    else if (parsed && isNew(parsed, seen)) items.push(parsed);
  }
  return omitted;
}

function* itemsOf(output: unknown): Generator<readonly [key: string, item: unknown]> {
  for (const [key, value] of Object.entries(recordOr(output)))
    for (const item of key === 'text' ? texts(value) : listOr(value)) yield [key, item];
}

/** Savers list one file under several keys. */
function isNew(item: NodeOutput, seen: Set<string>): boolean {
  if (item.kind === 'text') return true;
  const identity = JSON.stringify({ ...item, index: 0 });
  const isSeen = seen.has(identity);
  seen.add(identity);
  return !isSeen;
}

function readItem(key: string, item: unknown, position: Position): NodeOutput | null {
  if (typeof item === 'string') {
    if (key === 'text') return { kind: 'text', ...position, text: item };
    return MODEL_FILE.test(item)
      ? fileOutput(position, { filename: item, subfolder: '', folderType: 'output' })
      : null;
  }
  if (!isRecord(item)) return null;
  const { filename, subfolder, type } = item;
  if (typeof filename !== 'string' || filename === '') return null;
  const folderType = folderTypeOf(type);
  return folderType && fileOutput(position, { filename, subfolder: textOr(subfolder), folderType });
}

function fileOutput(
  position: Position,
  { filename, subfolder, folderType }: Omit<FileOutput, 'kind' | keyof Position>,
): NodeOutput | null {
  const path = subfolder === '' ? filename : `${subfolder}/${filename}`;
  const nameAt = path.lastIndexOf('/') + 1;
  const name = path.slice(nameAt);
  const folder = path.slice(0, Math.max(0, nameAt - 1));
  if (name === '' || name.length > MAX_NAME_LENGTH) return null;
  if (folder.length > MAX_FOLDER_LENGTH) return null;
  const type = SHOWN_MODEL.test(name) ? 'temp' : folderType;
  return { kind: 'file', ...position, filename: name, subfolder: folder, folderType: type };
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
