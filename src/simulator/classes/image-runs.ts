import sharp from 'sharp';
import { PythonError } from '../wire/python-error';
import { Picture, plainMask, plainPicture, rawPixels } from '../drawing/picture';
import { pictures } from './value';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';

/** More than this for one batch and a real CPU node is out of memory; bytes of 32-bit floats, RGB. */
const MEMORY = 64 * 2 ** 30;

function emptyImage({ inputs }: NodeCall): NodeResult {
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  const count = inputs.number('batch_size', 1);
  allocate(width * height * count * 4);
  const colour = inputs.number('color', 0);
  const picture = plainPicture({ width, height }, [
    (colour >> 16) & 255,
    (colour >> 8) & 255,
    colour & 255,
  ]);
  return { outputs: [pictures(Array.from({ length: count }, () => picture))] };
}

/** Fails like the real one's allocator for sizes that no machine has. */
function allocate(bytes: number): void {
  if (bytes <= MEMORY) return;
  throw new PythonError(
    'RuntimeError',
    `[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate ${bytes} bytes. Error code 12 (Cannot allocate memory)`,
  );
}

/** A file of the input folder, with its alpha channel as a mask. */
async function loadImage({ inputs, context }: NodeCall): Promise<NodeResult> {
  const name = inputs.text('image');
  const file = await context.files.find(name);
  if (file === undefined) throw new PythonError('FileNotFoundError', `No such file: '${name}'`);
  const bytes = await context.files.read(file.path);
  const facts = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  if (facts?.width === undefined) {
    throw new PythonError(
      'PIL.UnidentifiedImageError',
      `cannot identify image file '${file.path}'`,
    );
  }
  const { width, height } = facts.autoOrient;
  const size = { width, height };
  const open = async (): Promise<sharp.Sharp> =>
    sharp(await context.files.read(file.path), { limitInputPixels: false }).autoOrient();
  const picture = new Picture(size, 3, async () => rawPixels(await open(), 3));
  const mask = facts.hasAlpha
    ? new Picture(size, 1, async () =>
        rawPixels((await open()).extractChannel('alpha').negate(), 1),
      )
    : plainMask({ width: 64, height: 64 }, 0);
  return { outputs: [pictures([picture]), pictures([mask])] };
}

export const IMAGE_RUNS: NodeRuns = {
  EmptyImage: emptyImage,
  LoadImage: loadImage,
  LoadImageOutput: loadImage,
};
