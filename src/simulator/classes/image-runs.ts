import { ImageUnreadable, MediaTooCostly } from '../../platform/imaging/imaging.errors';
import { decodedFile } from '../drawing/decoded-file';
import { Picture, type Pixels, plainMask, plainPicture } from '../drawing/picture';
import {
  blurred,
  channelMask,
  cropped,
  inverted,
  composited,
  blendedPictures,
  padded,
  scaled,
} from '../drawing/picture-operations';
import { PythonError } from '../wire/python';
import { bytesOf, MAX_PIXELS, outOfMemory, requireMemory } from './memory-limits';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, NodeRun, RunContext, RunsByClass } from './node-run';
import { pictures } from './value';

/** The first bytes of files of the usual formats. */
const IMAGE_STARTS = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF'];

/** No machine has more memory than this, in bytes. */
const MAX_MACHINE_BYTES = 2 ** 40;
/** Bytes of a pixel on a real node: three 32-bit floats. */
const PIXEL_BYTES = 12;

function emptyImage({ inputs }: NodeCall): NodeResult {
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  const count = inputs.number('batch_size', 1);
  requireAllocation(width * height * count);
  const colour = inputs.number('color', 0);
  const rgb = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255] as const;
  const picture = plainPicture({ width, height }, rgb);
  return { outputs: [pictures(Array.from({ length: count }, () => picture))] };
}

/** Fails as the real one's allocator does for sizes that no machine has; it makes one channel after another. */
function requireAllocation(pixels: number): void {
  if (pixels * PIXEL_BYTES <= MAX_MACHINE_BYTES) return;
  const bytes = (pixels * PIXEL_BYTES) / 3;
  throw new PythonError(
    'RuntimeError',
    "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: " +
      `you tried to allocate ${bytes} bytes. Error code 12 (Cannot allocate memory)`,
  );
}

/** A file that a graph names. It is decoded once to check it, and again when its pixels are read. */
async function openFile({
  inputs,
  context,
}: NodeCall): Promise<{ picture: Picture; mask: Picture }> {
  const { path } = await context.files.require(inputs.text('image'));
  const { width, height, channels } = await decoded(path, context);
  const whole = new Picture({ width, height }, channels, () => decoded(path, context));
  const mask =
    channels === 4
      ? inverted(channelMask(whole, 'alpha'))
      : plainMask({ width: 64, height: 64 }, 0);
  return { picture: whole.transformed(whole.size, (image) => image, 3), mask };
}

/** Throws what a real node throws for a file that can't be decoded completely. */
async function decoded(path: string, { files }: RunContext): Promise<Pixels> {
  try {
    return await decodedFile(path, MAX_PIXELS);
  } catch (error) {
    if (error instanceof MediaTooCostly) throw outOfMemory(error.why);
    if (!(error instanceof ImageUnreadable)) throw error;
    const start = (await files.head(path, 12)).toString('latin1');
    throw IMAGE_STARTS.some((known) => start.startsWith(known))
      ? new PythonError('OSError', 'Truncated File Read')
      : new PythonError('PIL.UnidentifiedImageError', `cannot identify image file '${path}'`);
  }
}

async function loadImage(call: NodeCall): Promise<NodeResult> {
  const { picture, mask } = await openFile(call);
  return { outputs: [pictures([picture]), pictures([mask])] };
}

async function loadImageMask(call: NodeCall): Promise<NodeResult> {
  const { picture, mask } = await openFile(call);
  const channel = call.inputs.text('channel');
  const isColour = channel === 'red' || channel === 'green' || channel === 'blue';
  return { outputs: [pictures([isColour ? channelMask(picture, channel) : mask])] };
}

/** Every picture of the batch changed alone. */
function forEachPicture(
  input: string,
  change: (picture: Picture, inputs: NodeInputs) => Picture,
): NodeRun {
  return ({ inputs }) => {
    const { frames } = inputs.required('pictures', input);
    return { outputs: [pictures(frames.map((picture) => change(picture, inputs)))] };
  };
}

/** Space around the picture, and a mask that is white there. */
function padForOutpaint({ inputs }: NodeCall): NodeResult {
  const space = {
    left: inputs.number('left'),
    top: inputs.number('top'),
    right: inputs.number('right'),
    bottom: inputs.number('bottom'),
  };
  const { frames } = inputs.required('pictures', 'image');
  const masks = frames.map(({ size }) => padded(plainMask(size, 0), space, [255, 255, 255]));
  return {
    outputs: [pictures(frames.map((picture) => padded(picture, space))), pictures(masks)],
  };
}

function compositeMasked({ inputs }: NodeCall): NodeResult {
  const [source] = inputs.required('pictures', 'source').frames;
  const mask = inputs.optional('pictures', 'mask')?.frames[0];
  const position = { x: inputs.number('x'), y: inputs.number('y'), mask };
  const frames = inputs.required('pictures', 'destination').frames.map((base) => {
    if (source === undefined) return base;
    const above = inputs.flag('resize_source') ? scaled(source, base.size) : source;
    return composited(base, above, position);
  });
  return { outputs: [pictures(frames)] };
}

/** Larger or smaller by some pixels: the brightest, or darkest, of the neighbours. */
function grown(mask: Picture, inputs: NodeInputs): Picture {
  const pixels = inputs.number('expand');
  if (pixels === 0) return mask;
  return mask.transformed(mask.size, (image) =>
    pixels > 0 ? image.dilate(pixels) : image.erode(-pixels),
  );
}

/** Several batches one after another, in the size of the first picture. */
function joinedBatches({ inputs }: NodeCall): NodeResult {
  const frames = inputs.all('pictures').flatMap((batch) => batch.frames);
  const [first] = frames;
  const alike = frames.map((picture) =>
    first === undefined ? picture : scaled(picture, first.size, 'bilinear', true),
  );
  return { outputs: [pictures(alike)] };
}

function repeatedBatch({ inputs }: NodeCall): NodeResult {
  const batch = inputs.required('pictures', 'image');
  const amount = inputs.number('amount');
  requireMemory(bytesOf(batch) * amount);
  return { outputs: [pictures(Array.from({ length: amount }, () => batch.frames).flat())] };
}

function partOfBatch({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.required('pictures', 'image');
  const start = Math.min(inputs.number('batch_index'), frames.length - 1);
  return { outputs: [pictures(frames.slice(start, start + inputs.number('length')))] };
}

/** Classes that pictures and masks come from, and those that visibly change them. */
export const IMAGE_RUNS: RunsByClass = {
  EmptyImage: emptyImage,
  LoadImage: loadImage,
  LoadImageOutput: loadImage,
  LoadImageMask: loadImageMask,
  ImageInvert: forEachPicture('image', inverted),
  ImageBlur: forEachPicture('image', (picture, inputs) => blurred(picture, inputs.number('sigma'))),
  ImageBlend: forEachPicture('image1', (picture, inputs) => {
    const [other] = inputs.required('pictures', 'image2').frames;
    return other === undefined
      ? picture
      : blendedPictures(picture, other, inputs.number('blend_factor'));
  }),
  ImageCrop: forEachPicture('image', (picture, inputs) =>
    cropped(picture, {
      x: inputs.number('x', 0),
      y: inputs.number('y', 0),
      width: inputs.number('width'),
      height: inputs.number('height'),
    }),
  ),
  ImagePadForOutpaint: padForOutpaint,
  ImageCompositeMasked: compositeMasked,
  InvertMask: forEachPicture('mask', inverted),
  GrowMask: forEachPicture('mask', grown),
  ImageBatch: joinedBatches,
  BatchImagesNode: joinedBatches,
  RepeatImageBatch: repeatedBatch,
  ImageFromBatch: partOfBatch,
};
