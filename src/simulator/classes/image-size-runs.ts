import type { Picture, Size } from '../drawing/picture';
import { padded, scaled } from '../drawing/picture-operations';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';
import { literal, pictures } from './value';

/** Every picture of the batch in another size. */
function resize(
  input: string,
  sizeOf: (size: Size, inputs: NodeInputs) => Size,
  how: { method?: string; crop?: (inputs: NodeInputs) => boolean } = {},
): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => {
    const method = how.method ?? inputs.text('upscale_method', 'bilinear');
    const frames = inputs.pictures(input, 'movedim').frames.map((picture) => {
      const { width, height } = sizeOf(picture.size, inputs);
      const size = { width: Math.max(1, width), height: Math.max(1, height) };
      return scaled(picture, size, method, how.crop?.(inputs) ?? false);
    });
    return { outputs: [pictures(frames)] };
  };
}

/** A side of 0 follows the other one; two of them leave the size. */
function wanted(size: Size, inputs: NodeInputs): Size {
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  if (width === 0 && height === 0) return size;
  return {
    width: width === 0 ? Math.round((size.width * height) / size.height) : width,
    height: height === 0 ? Math.round((size.height * width) / size.width) : height,
  };
}

function times({ width, height }: Size, factor: number): Size {
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

function longest(name: string): (size: Size, inputs: NodeInputs) => Size {
  return (size, inputs) => times(size, inputs.number(name) / Math.max(size.width, size.height));
}

/** The same for classes that cut what is over a whole pixel off. */
function edge(
  name: string,
  of: (a: number, b: number) => number,
): (size: Size, inputs: NodeInputs) => Size {
  return ({ width, height }, inputs) => {
    const factor = inputs.number(name) / of(width, height);
    return { width: Math.trunc(width * factor + 1e-9), height: Math.trunc(height * factor + 1e-9) };
  };
}

/** The sizes that a family of edit models was trained with. */
const KONTEXT_SIZES: readonly (readonly [number, number])[] = [
  ...([
    [672, 1568],
    [688, 1504],
    [720, 1456],
    [752, 1392],
    [800, 1328],
    [832, 1248],
  ] as const),
  ...([
    [880, 1184],
    [944, 1104],
    [1024, 1024],
    [1104, 944],
    [1184, 880],
    [1248, 832],
  ] as const),
  ...([
    [1328, 800],
    [1392, 752],
    [1456, 720],
    [1504, 688],
    [1568, 672],
  ] as const),
];

function kontextSize(size: Size): Size {
  const ratio = size.width / size.height;
  const distance = ([width, height]: readonly [number, number]): number =>
    Math.abs(width / height - ratio);
  const [width, height] = [...KONTEXT_SIZES].sort((a, b) => distance(a) - distance(b))[0] ?? [
    1024, 1024,
  ];
  return { width, height };
}

/** A model's name tells how much it enlarges: `RealESRGAN_x4plus`, `4x-UltraSharp`. */
function upscaleWithModel({ inputs }: NodeCall): NodeResult {
  const name = inputs.loaded('upscale_model').traits.join(' ');
  const factor = Number(/(?<!\d)(\d+)x|x(\d+)/i.exec(name)?.slice(1).find(Boolean) ?? 4);
  const { frames } = inputs.pictures('image');
  const larger = frames.map((picture) => scaled(picture, times(picture.size, factor), 'lanczos'));
  return { outputs: [pictures(larger)] };
}

function resizeAndPad({ inputs }: NodeCall): NodeResult {
  const target = { width: inputs.number('target_width'), height: inputs.number('target_height') };
  const grey = inputs.text('padding_color', 'white') === 'black' ? 0 : 255;
  const colour = [grey, grey, grey] as const;
  const fit = (picture: Picture): Picture => {
    const { width, height } = picture.size;
    const size = times(picture.size, Math.min(target.width / width, target.height / height));
    const left = Math.floor((target.width - size.width) / 2);
    const top = Math.floor((target.height - size.height) / 2);
    const right = target.width - size.width - left;
    const bottom = target.height - size.height - top;
    return padded(scaled(picture, size, 'lanczos'), { left, top, right, bottom }, colour);
  };
  return { outputs: [pictures(inputs.pictures('image').frames.map(fit))] };
}

function imageSize({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('image');
  const size = frames[0]?.size ?? { width: 0, height: 0 };
  return { outputs: [literal(size.width), literal(size.height), literal(frames.length)] };
}

/** Classes that change the size of pictures, or tell it. */
export const IMAGE_SIZE_RUNS: NodeRuns = {
  ImageScale: resize('image', wanted, { crop: (inputs) => inputs.text('crop') === 'center' }),
  ImageScaleBy: resize('image', (size, inputs) => times(size, inputs.number('scale_by'))),
  ImageScaleToTotalPixels: resize('image', totalPixels),
  ImageScaleToMaxDimension: resize('image', longest('largest_size')),
  ResizeImagesByLongerEdge: resize('images', edge('longer_edge', Math.max), { method: 'lanczos' }),
  ResizeImagesByShorterEdge: resize('images', edge('shorter_edge', Math.min), {
    method: 'lanczos',
  }),
  FluxKontextImageScale: resize('image', kontextSize, { method: 'lanczos', crop: () => true }),
  ImageUpscaleWithModel: upscaleWithModel,
  ResizeAndPadImage: resizeAndPad,
  GetImageSize: imageSize,
};
