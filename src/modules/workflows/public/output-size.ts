import type { ComfyGraph, ComfyNode } from '../../providers/public/comfy-types';
import { isLink } from '../graph/graph-edits';
import { ownValue } from '../../../platform/json';

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** By class, the input whose size the output has. Only the scaling class changes it. */
const SIZE_INPUT: Readonly<Record<string, string>> = {
  SaveImage: 'images',
  VAEDecode: 'samples',
  KSampler: 'latent_image',
  KSamplerAdvanced: 'latent_image',
  VAEEncode: 'pixels',
  ImageScaleToTotalPixels: 'image',
};

/** Latents of all families that `VAEEncode` makes have whole cells of this many pixels. */
const CELL = 8;

/**
 * The size of the pictures that a graph saves, if it follows from its input pictures; `null` if it doesn't, or if a class
 * on the way is not one of those above.
 * @param sizeOf size of an input file, by its name in the graph
 */
export function outputSize(
  graph: ComfyGraph,
  sizeOf: (file: string) => PixelSize | undefined,
): PixelSize | null {
  const saved = Object.values(graph).filter((node) => node.class_type === 'SaveImage');
  // A loop, because an imported graph may have thousands of nodes in a row.
  const path = new Set<ComfyNode>();
  let node = saved.length === 1 ? saved[0] : undefined;
  for (; node && !path.has(node); node = sourceOf(graph, node)) path.add(node);
  return [...path].reduceRight<PixelSize | null>((size, { class_type: nodeClass, inputs }) => {
    if (nodeClass === 'LoadImage') return sizeOf(String(inputs['image'])) ?? null;
    if (nodeClass === 'ImageScaleToTotalPixels') return scaled(size, inputs);
    return nodeClass === 'VAEEncode' && size && !isWholeCells(size) ? null : size;
  }, null);
}

/** The node that the size follows from. */
function sourceOf(graph: ComfyGraph, { class_type: nodeClass, inputs }: ComfyNode) {
  const input = ownValue(SIZE_INPUT, nodeClass);
  const link = input === undefined ? null : inputs[input];
  return isLink(link) ? ownValue(graph, link[0]) : undefined;
}

const isWholeCells = ({ width, height }: PixelSize): boolean =>
  width % CELL === 0 && height % CELL === 0;

const isPixels = (length: number): boolean => Number.isSafeInteger(length) && length > 0;

/** As ComfyUI's ImageScaleToTotalPixels computes it. */
function scaled(
  size: PixelSize | null,
  inputs: Readonly<Record<string, unknown>>,
): PixelSize | null {
  const { megapixels, resolution_steps: step = 1 } = inputs;
  if (!size || typeof megapixels !== 'number' || typeof step !== 'number') return null;
  const factor = Math.sqrt((megapixels * 1024 * 1024) / (size.width * size.height));
  const side = (length: number): number => Math.max(1, Math.round((length * factor) / step)) * step;
  const scaledSize = { width: side(size.width), height: side(size.height) };
  return Object.values(scaledSize).every(isPixels) ? scaledSize : null;
}
