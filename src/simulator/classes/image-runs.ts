import type { Metadata, Sharp } from 'sharp';
import { Picture, plainMask, plainPicture, rawPixels } from '../drawing/picture';
import { channelMask, inverted } from '../drawing/picture-operations';
import { PythonError } from '../wire/python-error';
import { bytesOfPicture, requireMemory } from './memory';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { pictures } from './value';
import { sharp } from '../drawing/sharp';

/** How files of the usual formats start. */
const IMAGE_STARTS = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF'];

/** No machine has more memory than this, in bytes. */
const MEMORY = 2 ** 40;
/** Bytes of a pixel on a real node: three 32-bit floats. */
const PIXEL_BYTES = 12;

function emptyImage({ inputs }: NodeCall): NodeResult {
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  const count = inputs.number('batch_size', 1);
  allocate(width * height * count);
  const colour = inputs.number('color', 0);
  const picture = plainPicture({ width, height }, [
    (colour >> 16) & 255,
    (colour >> 8) & 255,
    colour & 255,
  ]);
  return { outputs: [pictures(Array.from({ length: count }, () => picture))] };
}

/** Fails as the real one's allocator does for sizes that no machine has; it makes one channel after another. */
function allocate(pixels: number): void {
  if (pixels * PIXEL_BYTES <= MEMORY) return;
  const bytes = (pixels * PIXEL_BYTES) / 3;
  throw new PythonError(
    'RuntimeError',
    "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: " +
      `you tried to allocate ${bytes} bytes. Error code 12 (Cannot allocate memory)`,
  );
}

/** A file that a graph names, decoded when its pixels are wanted. */
async function openFile({
  inputs,
  context,
}: NodeCall): Promise<{ picture: Picture; mask: Picture }> {
  const { files } = context;
  const name = inputs.text('image');
  const file = await files.find(name);
  if (file === undefined) {
    throw new PythonError('FileNotFoundError', `[Errno 2] No such file or directory: '${name}'`);
  }
  const bytes = await files.read(file.path);
  const facts = await factsOf(bytes, file.path);
  const { width, height } = facts.autoOrient;
  const open = async (): Promise<Sharp> =>
    sharp(await files.read(file.path), { limitInputPixels: false }).autoOrient();
  const channels = facts.hasAlpha ? 4 : 3;
  const whole = new Picture({ width, height }, channels, async () =>
    rawPixels(await open(), channels),
  );
  const mask = facts.hasAlpha
    ? inverted(channelMask(whole, 'alpha'))
    : plainMask({ width: 64, height: 64 }, 0);
  return { picture: whole.through(whole.size, (image) => image, 3), mask };
}

/** What a picture is; throws for one that can't be decoded to its end. */
async function factsOf(bytes: Buffer, path: string): Promise<Metadata> {
  try {
    const image = sharp(bytes, { limitInputPixels: false });
    const facts = await image.metadata();
    requireMemory(bytesOfPicture(facts));
    await image.raw().toBuffer();
    return facts;
  } catch (error) {
    if (error instanceof PythonError) throw error;
    if (IMAGE_STARTS.some((start) => bytes.toString('latin1', 0, 12).startsWith(start))) {
      throw new PythonError('OSError', 'Truncated File Read');
    }
    throw new PythonError('PIL.UnidentifiedImageError', `cannot identify image file '${path}'`);
  }
}

async function loadImage(call: NodeCall): Promise<NodeResult> {
  const { picture, mask } = await openFile(call);
  return { outputs: [pictures([picture]), pictures([mask])] };
}

async function loadImageMask(call: NodeCall): Promise<NodeResult> {
  const { picture, mask } = await openFile(call);
  const channel = call.inputs.text('channel');
  if (channel !== 'red' && channel !== 'green' && channel !== 'blue') {
    return { outputs: [pictures([mask])] };
  }
  return { outputs: [pictures([channelMask(picture, channel)])] };
}

/** Classes that pictures come from. */
export const IMAGE_RUNS: NodeRuns = {
  EmptyImage: emptyImage,
  LoadImage: loadImage,
  LoadImageOutput: loadImage,
  LoadImageMask: loadImageMask,
};
