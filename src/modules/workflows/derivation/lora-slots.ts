import type { ComfyLink } from '../../providers/public/comfy-types';
import { modelFolder } from '../graph/model-files';
import type { LoraSlot } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { modelPath, modelRoot } from './pass-values';
import { hasTwoModels } from './split-steps';
import type { SamplingPass } from './sampling-passes';

/**
 * Where further LoRAs are inserted: after the model's loader and the graph's own LoRAs, before every other patch. Each
 * of two experts has its own slot. Models of a pack's own type have none.
 */
export function loraSlots(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  areExperts: boolean,
): readonly LoraSlot[] {
  const [first, second] = passes;
  if (!first) return [];
  const slot = slotOf(reading, first);
  if (!slot) return [];
  const other = areExperts && second && hasTwoModels(reading, passes) && slotOf(reading, second);
  if (!other) return [slot];
  return [
    { ...slot, target: 'high' },
    { ...other, target: 'low' },
  ];
}

function slotOf(reading: GraphReading, pass: SamplingPass): LoraSlot | undefined {
  const root = modelRoot(reading, pass);
  if (!root || !isCoreModel(reading, root)) return undefined;
  const path = modelPath(reading, pass);
  const below = path
    .slice(
      0,
      path.findIndex(([id]) => id === root[0]),
    )
    .reverse();
  const last = lastLora(reading, root, below);
  const clip = checkpointClip(reading, pass, root);
  return clip
    ? { loader: 'LoraLoader', model: last, clip }
    : { loader: 'LoraLoaderModelOnly', model: last };
}

/** The output of the last LoRA directly after the loader; the loader's own output without LoRAs. */
function lastLora(reading: GraphReading, root: ComfyLink, below: readonly ComfyLink[]): ComfyLink {
  const end = below.findIndex(([id]) => !isLora(reading, id));
  const loras = end === -1 ? below : below.slice(0, end);
  return loras.at(-1) ?? root;
}

/** Is the output a MODEL? For unknown classes: does the node load a model file, and is the output used as a model? */
function isCoreModel(reading: GraphReading, link: ComfyLink): boolean {
  const outputType = reading.outputType(link);
  if (outputType !== '*') return outputType === 'MODEL';
  const isUsedAsModel = reading
    .consumers(link[0])
    .filter(({ slot }) => slot === link[1])
    .every(({ node, input }) => ['MODEL', '*'].includes(reading.linkType(node, input)));
  return (
    isUsedAsModel &&
    [...reading.upstream(link[0])].some((id) =>
      modelFolders(reading, id).some((folder) => MODELS.has(folder)),
    )
  );
}

const MODELS: ReadonlySet<string> = new Set(['checkpoints', 'diffusion_models']);

const isLora = (reading: GraphReading, id: string): boolean =>
  modelFolders(reading, id).includes('loras');

/** Folders from which a node loads files. */
function modelFolders(reading: GraphReading, id: string): readonly string[] {
  const nodeClass = reading.classOf(id);
  return reading.literals(id).flatMap((input) => {
    const value = reading.literal(id, input);
    const folder = typeof value === 'string' ? modelFolder(nodeClass, input, value) : null;
    return folder === null ? [] : [folder];
  });
}

/** The CLIP of the same checkpoint, if the prompt is encoded with it. */
function checkpointClip(
  reading: GraphReading,
  { sampler }: SamplingPass,
  [root]: ComfyLink,
): ComfyLink | undefined {
  const upstream = reading.upstream(sampler);
  const ends = new Map<string, string>();
  const encoder = reading.live.find(
    (id) => upstream.has(id) && !givesClip(reading, id) && clipEnd(reading, id, ends) === root,
  );
  const path = encoder === undefined ? undefined : clipPath(reading, encoder);
  const loader = path?.at(-1);
  return path && loader && lastLora(reading, loader, path.slice(0, -1).reverse());
}

/** The node modifies a CLIP and doesn't encode with it. */
const givesClip = (reading: GraphReading, id: string): boolean =>
  reading.consumers(id).some(({ node, input }) => reading.linkType(node, input) === 'CLIP');

/** The outputs through which an encoder's CLIP passes, its loader's last. */
function clipPath(reading: GraphReading, encoder: string): readonly ComfyLink[] {
  const path: ComfyLink[] = [];
  const visited = new Set<string>();
  let link = clipLink(reading, encoder);
  while (link && !visited.has(link[0])) {
    visited.add(link[0]);
    path.push(link);
    link = clipLink(reading, link[0]);
  }
  return path;
}

const clipLink = (reading: GraphReading, id: string): ComfyLink | undefined =>
  reading.linksOfType(id, (type) => type === 'CLIP')[0]?.[1];

/** The last node of an encoder's {@link clipPath}; the visited nodes are cached in `ends`. */
function clipEnd(reading: GraphReading, encoder: string, ends: Map<string, string>): string {
  const visited = new Set<string>();
  let id = encoder;
  while (!ends.has(id) && !visited.has(id)) {
    visited.add(id);
    id = clipLink(reading, id)?.[0] ?? id;
  }
  const end = ends.get(id) ?? id;
  for (const node of visited) ends.set(node, end);
  return end;
}
