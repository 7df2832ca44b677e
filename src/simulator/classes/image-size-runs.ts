import type { Picture, Size } from '../drawing/picture';
import { composited, padded, scaled, type Rgb } from '../drawing/picture-operations';
import { CELL, decoded } from './latents';
import { bytesOf, requireMemory } from './memory-limits';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, NodeRun, RunsByClass } from './node-run';
import { literal, pictures } from './value';

/** The new size of a picture. */
type Resize = (size: Size, inputs: NodeInputs) => Size;

/** Every picture of the batch in another size. */
function resize(
  input: string,
  sizeOf: Resize,
  how: { method?: string; crop?: (inputs: NodeInputs) => boolean } = {},
): NodeRun {
  return ({ inputs }) => {
    const method = how.method ?? inputs.text('upscale_method', 'bilinear');
    const frames = inputs.required('pictures', input).frames.map((picture) => {
      const { width, height } = sizeOf(picture.size, inputs);
      const size = { width: Math.max(1, width), height: Math.max(1, height) };
      return scaled(picture, size, method, how.crop?.(inputs) ?? false);
    });
    return { outputs: [pictures(frames)] };
  };
}

/** A side of 0 is computed from the other one; with two of them the size stays. */
function targetSize(size: Size, inputs: NodeInputs): Size {
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  if (width === 0 && height === 0) return size;
  return {
    width: width === 0 ? Math.round((size.width * height) / size.height) : width,
    height: height === 0 ? Math.round((size.height * width) / size.width) : height,
  };
}

function scaledSize({ width, height }: Size, factor: number): Size {
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}

/** About so many millions of pixels, sides in multiples of the step. */
function totalPixels(size: Size, inputs: NodeInputs): Size {
  const step = inputs.number('resolution_steps', 1);
  const pixels = inputs.number('megapixels') * 1024 * 1024;
  const factor = Math.sqrt(pixels / (size.width * size.height));
  const side = (length: number): number => Math.max(1, Math.round((length * factor) / step)) * step;
  return { width: side(size.width), height: side(size.height) };
}

function longestSide(size: Size, inputs: NodeInputs): Size {
  return scaledSize(size, inputs.number('largest_size') / Math.max(size.width, size.height));
}

/** This class rounds sides down to whole pixels. */
function longerEdge({ width, height }: Size, inputs: NodeInputs): Size {
  const factor = inputs.number('longer_edge') / Math.max(width, height);
  return { width: Math.trunc(width * factor + 1e-9), height: Math.trunc(height * factor + 1e-9) };
}

/** Widths that the Kontext family was trained with, each with its height; the list reads the same from its end. */
const KONTEXT_WIDTHS = [672, 688, 720, 752, 800, 832, 880, 944, 1024];
const KONTEXT_HEIGHTS = [1568, 1504, 1456, 1392, 1328, 1248, 1184, 1104, 1024];

function kontextSize(size: Size): Size {
  const portrait = KONTEXT_WIDTHS.map((width, at) => ({ width, height: KONTEXT_HEIGHTS[at] ?? 0 }));
  const landscape = portrait.map(({ width, height }) => ({ width: height, height: width }));
  const distance = ({ width, height }: Size): number =>
    Math.abs(width / height - size.width / size.height);
  const [closest] = [...portrait, ...landscape].sort((a, b) => distance(a) - distance(b));
  return closest ?? size;
}

/** A model's name tells how much it enlarges: `RealESRGAN_x4plus`, `4x-UltraSharp`. */
function upscaleWithModel({ inputs }: NodeCall): NodeResult {
  const name = inputs.required('loaded', 'upscale_model').traits.join(' ');
  const factor = Number(/(?<!\d)(\d+)x|x(\d+)/i.exec(name)?.slice(1).find(Boolean) ?? 4);
  const { frames } = inputs.required('pictures', 'image');
  const larger = frames.map((picture) =>
    scaled(picture, scaledSize(picture.size, factor), 'lanczos'),
  );
  return { outputs: [pictures(larger)] };
}

function imageSize({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.required('pictures', 'image');
  const size = frames[0]?.size ?? { width: 0, height: 0 };
  return { outputs: [literal(size.width), literal(size.height), literal(frames.length)] };
}

const WHITE: Rgb = [255, 255, 255];

/** Two pictures side by side, or one over the other, with white between; the second is scaled to fit the first. */
function stitch({ inputs }: NodeCall): NodeResult {
  const images = inputs.required('pictures', 'image1');
  const [first] = images.frames;
  const second = inputs.optional('pictures', 'image2')?.frames[0];
  if (first === undefined || second === undefined) return { outputs: [images] };
  const direction = inputs.text('direction', 'right');
  const side = direction === 'right' || direction === 'left' ? 'height' : 'width';
  const factor = first.size[side] / second.size[side];
  const pair = [first, scaled(second, scaledSize(second.size, factor), 'lanczos')] as const;
  const isAfter = direction === 'right' || direction === 'down';
  const [near, far] = isAfter ? pair : ([pair[1], pair[0]] as const);
  return { outputs: [pictures([joined(near, far, side, inputs.number('spacing_width', 0))])] };
}

/** Two pictures of one height (or width) as one. */
function joined(near: Picture, far: Picture, side: 'width' | 'height', gap: number): Picture {
  if (side === 'height') {
    const wide = padded(near, { right: far.size.width + gap }, WHITE);
    return composited(wide, far, { x: near.size.width + gap, y: 0 });
  }
  const tall = padded(near, { bottom: far.size.height + gap }, WHITE);
  return composited(tall, far, { x: 0, y: near.size.height + gap });
}

/** A latent in another size, in whole cells; its pictures are scaled along. */
function resizeLatent(sizeOf: Resize): NodeRun {
  return ({ inputs }) => {
    const latent = inputs.required('latent', 'samples');
    const newSize = sizeOf(latent, inputs);
    const cells = (length: number): number => Math.max(1, Math.round(length / CELL)) * CELL;
    const size = { width: cells(newSize.width), height: cells(newSize.height) };
    const crop = inputs.text('crop', 'disabled') === 'center';
    const frames = decoded(latent).map((picture, index) =>
      latent.frames[index]?.picture ? { picture: scaled(picture, size, 'bicubic', crop) } : {},
    );
    return { outputs: [{ ...latent, ...size, frames }] };
  };
}

function repeatedLatent({ inputs }: NodeCall): NodeResult {
  const latent = inputs.required('latent', 'samples');
  const amount = inputs.number('amount');
  requireMemory(bytesOf(latent) * amount);
  const frames = Array.from({ length: amount }, () => latent.frames).flat();
  return { outputs: [{ ...latent, frames }] };
}

/** Classes that change or return the size of pictures and latents. */
export const IMAGE_SIZE_RUNS: RunsByClass = {
  ImageScale: resize('image', targetSize, { crop: (inputs) => inputs.text('crop') === 'center' }),
  ImageScaleBy: resize('image', (size, inputs) => scaledSize(size, inputs.number('scale_by'))),
  ImageScaleToTotalPixels: resize('image', totalPixels),
  ImageScaleToMaxDimension: resize('image', longestSide),
  ResizeImagesByLongerEdge: resize('images', longerEdge, { method: 'lanczos' }),
  FluxKontextImageScale: resize('image', kontextSize, { method: 'lanczos', crop: () => true }),
  ImageUpscaleWithModel: upscaleWithModel,
  ImageStitch: stitch,
  GetImageSize: imageSize,
  LatentUpscale: resizeLatent(targetSize),
  LatentUpscaleBy: resizeLatent((size, inputs) => scaledSize(size, inputs.number('scale_by'))),
  RepeatLatentBatch: repeatedLatent,
};
