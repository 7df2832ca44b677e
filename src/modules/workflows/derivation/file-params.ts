import { choicesOf, requiredOf } from '../graph/input-specs';
import type { MediaParamType } from '../catalogue/media-params';
import type { ParamBinding } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import type { ParamBook } from './param-book';
import { ownValue } from '../../../platform/json';

/** An input for a file of the caller. */
export interface FileInput extends ParamBinding {
  readonly type: MediaParamType;
  /** Marked by the node as an upload; otherwise recognised by its class. */
  readonly isMarked: boolean;
}

/** Loaders by class name, for unknown classes and packs that don't mark their upload inputs. */
const BY_CLASS: readonly (readonly [RegExp, string, MediaParamType])[] = [
  [/^LoadImageMask$/, 'image', 'mask'],
  // It lists the node's outputs, but accepts an uploaded picture too.
  [/^LoadImageOutput$/, 'image', 'image'],
  [
    /^(?!.*Base64).*Load.*Image(?!.*(?:Output|Path|Url|Dir|Folder|Batch|Base64))/i,
    'image',
    'image',
  ],
  [/Load_?Video(?!.*(?:Path|Url|Dir))/i, 'video', 'video'],
  [/Load_?Video(?!.*(?:Path|Url|Dir))/i, 'file', 'video'],
  [/Load_?Audio(?!.*(?:Path|Url|Dir))/i, 'audio', 'audio'],
];

/** The file inputs of the graph, the most important for the first pass first. */
export function fileInputs(reading: GraphReading): readonly FileInput[] {
  return reading.live.flatMap((id) =>
    reading.literals(id).flatMap((input) => {
      const file = fileInput(reading, id, input);
      return file ? [file] : [];
    }),
  );
}

function fileInput(reading: GraphReading, node: string, input: string): FileInput | null {
  if (typeof reading.literal(node, input) !== 'string') return null;
  const spec = reading.spec(node, input);
  const options = spec?.[1] ?? {};
  const marked = (['image', 'video', 'audio'] as const).find(
    (kind) => options[`${kind}_upload`] === true,
  );
  const guessed =
    spec && choicesOf(spec) === null
      ? undefined
      : BY_CLASS.find(([name, named]) => name.test(reading.classOf(node)) && named === input)?.[2];
  const type = marked ?? guessed;
  if (!type) return null;
  return {
    node,
    input,
    type: isMask(reading, node, type) ? 'mask' : type,
    isMarked: marked !== undefined,
  };
}

/** Is only the mask of the picture used? */
function isMask(reading: GraphReading, id: string, type: MediaParamType): boolean {
  if (type !== 'image') return type === 'mask';
  const outputs = reading
    .consumers(id)
    .map(({ node, input, slot }) => linkedType(reading, [id, slot], node, input));
  return outputs.length > 0 && outputs.every((type) => type === 'MASK');
}

function linkedType(
  reading: GraphReading,
  from: readonly [string, number],
  node: string,
  input: string,
): string {
  const outputType = reading.outputType(from);
  return outputType === '*' ? reading.linkType(node, input) : outputType;
}

/** `image`, `image_2`, `mask`, `audio`, `video`, …: one param per input file. */
export function addFiles(reading: GraphReading, book: ParamBook): void {
  const files = fileInputs(reading);
  const hasVideo = files.some(({ type }) => type === 'video');
  const counts = new Map<string, number>();
  for (const file of files) {
    const count = (counts.get(file.type) ?? 0) + 1;
    counts.set(file.type, count);
    const mayBeOptional =
      count <= MAX_OPTIONAL && (count > 1 || (file.type === 'image' && hasVideo));
    const branch = mayBeOptional ? optionalBranch(reading, file.node) : null;
    add(reading, { file, count, branch }, book);
  }
}

/** Further files of a kind are required, because each optional file costs a graph walk. */
const MAX_OPTIONAL = 32;

function add(
  reading: GraphReading,
  { file, count, branch }: { file: FileInput; count: number; branch: readonly string[] | null },
  book: ParamBook,
): void {
  const uses = [...new Set(reading.consumers(file.node).map((use) => consumerLabel(reading, use)))];
  const title = reading.titleOf(file.node);
  book.add({
    name: count === 1 ? file.type : `${file.type}_${String(count)}`,
    type: file.type,
    binds: [{ node: file.node, input: file.input }],
    required: branch === null,
    ...(branch !== null && branch.length > 0 ? { branch } : {}),
    withoutDefault: true,
    confidence: file.isMarked && (count === 1 || branch !== null) ? 'high' : 'medium',
    reason: `${reading.classOf(file.node)}.${file.input} takes an uploaded ${file.type === 'mask' ? 'picture for its mask' : file.type}.`,
    description: `${title === '' ? '' : `${title}: `}a file that goes to ${uses.join(', ') || 'the graph'}.`,
  });
}

const consumerLabel = (
  reading: GraphReading,
  { node, input }: { readonly node: string; readonly input: string },
): string => `${reading.titleOf(node) || reading.classOf(node)} (${input})`;

/**
 * The nodes to remove when an optional file is omitted: everything downstream up to optional inputs. `null` when that
 * would remove an output or an unknown class: the file is required then.
 */
export function optionalBranch(reading: GraphReading, loader: string): readonly string[] | null {
  const removed = new Set([loader]);
  const stack = [loader];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    for (const { node, input } of reading.consumers(id)) {
      if (removed.has(node) || isOptional(reading, node, input)) continue;
      if (!reading.isDescribed(node) || reading.cachedFor(isVital, node)) return null;
      removed.add(node);
      stack.push(node);
    }
  }
  removed.delete(loader);
  return [...removed];
}

function isOptional(reading: GraphReading, node: string, input: string): boolean {
  const described = reading.info && ownValue(reading.info, reading.classOf(node));
  if (!described) return false;
  return (
    !Object.hasOwn(requiredOf(described), input) &&
    described.input.optional !== undefined &&
    Object.hasOwn(described.input.optional, input)
  );
}

/** Would removing the node change or prevent the result? */
function isVital(reading: GraphReading, node: string): boolean {
  const kinds = reading.consumers(node).map((use) => reading.linkType(use.node, use.input));
  const makesResult = kinds.some((type) => /^(?:LATENT|CONDITIONING|MODEL|GUIDER)$/.test(type));
  return reading.isRoot(node) || makesResult;
}
