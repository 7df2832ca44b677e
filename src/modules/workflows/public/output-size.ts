import type { ComfyGraph } from '../../providers/public/comfy-types';
import { isLink } from '../graph/graph-edits';
import { ownValue } from '../json/json-values';

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Inputs that pass the size of their picture or latent on. */
const SAME_SIZE: Readonly<Record<string, string>> = {
  SaveImage: 'images',
  VAEDecode: 'samples',
  KSampler: 'latent_image',
  KSamplerAdvanced: 'latent_image',
  VAEEncode: 'pixels',
};

/** Latents of all families that {@link SAME_SIZE} encodes have whole cells of this many pixels. */
const CELL = 8;

/**
 * The size of the pictures that a graph saves, if it follows from its input pictures; `null` if it doesn't, or if a class
 * on the way is not one of those above. Pure.
 * @param sizeOf size of an input file, by its name in the graph
 */
export function outputSize(
  graph: ComfyGraph,
  sizeOf: (file: string) => PixelSize | undefined,
): PixelSize | null {
  const visited = new Set<string>();
  const sizeAt = (id: string): PixelSize | null => {
    const node = visited.has(id) ? undefined : ownValue(graph, id);
    if (!node) return null;
    visited.add(id);
    const { class_type: nodeClass, inputs } = node;
    const sizeFrom = (input: string): PixelSize | null => {
      const link = inputs[input];
      return isLink(link) ? sizeAt(link[0]) : null;
    };
    if (nodeClass === 'LoadImage') return sizeOf(String(inputs['image'])) ?? null;
    if (nodeClass === 'ImageScaleToTotalPixels') return scaled(sizeFrom('image'), inputs);
    const same = ownValue(SAME_SIZE, nodeClass);
    const size = same === undefined ? null : sizeFrom(same);
    return nodeClass === 'VAEEncode' && size && !isWholeCells(size) ? null : size;
  };
  const saved = Object.keys(graph).filter((id) => graph[id]?.class_type === 'SaveImage');
  return saved.length === 1 ? sizeAt(saved[0] ?? '') : null;
}

const isWholeCells = ({ width, height }: PixelSize): boolean =>
  width % CELL === 0 && height % CELL === 0;

/** As ComfyUI's ImageScaleToTotalPixels computes it. */
function scaled(size: PixelSize | null, inputs: Readonly<Record<string, unknown>>) {
  const { megapixels, resolution_steps: step = 1 } = inputs;
  if (!size || typeof megapixels !== 'number' || typeof step !== 'number') return null;
  const factor = Math.sqrt((megapixels * 1024 * 1024) / (size.width * size.height));
  const side = (length: number): number => Math.max(1, Math.round((length * factor) / step)) * step;
  return { width: side(size.width), height: side(size.height) };
}
