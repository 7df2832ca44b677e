import { LRUCache } from 'lru-cache';
import { drawCaption } from '../drawing/blending';
import { captionPixels } from '../drawing/caption';
import { SeededRandom, detailOf, type PictureSpec } from '../drawing/picture-spec';
import { specScene } from '../drawing/paint';
import { Picture, type Pixels, type Size } from '../drawing/picture';

/** How much larger than the clip the scene is that the camera moves over. */
const STAGE = 1.12;

/** Share of the start image that is painted over; low, because a clip shows its start image. */
export const CLIP_STRENGTH = 0.35;

/** The frames of a clip: a camera that moves slowly over one scene. Each has the caption. */
export function clipFrames(spec: PictureSpec, size: Size, count: number): readonly Picture[] {
  const stage = { width: Math.ceil(size.width * STAGE), height: Math.ceil(size.height * STAGE) };
  const scene = cachedPixels(async () => specScene(spec, stage).pixels());
  const caption = cachedPixels(async () => captionPixels(spec.prompt, size));
  const move = moveOver(
    { width: stage.width - size.width, height: stage.height - size.height },
    spec,
  );
  return Array.from({ length: count }, (_, index) => {
    const at = move(count === 1 ? 0 : index / (count - 1));
    return new Picture(size, 3, async () => {
      const frame = crop(await scene(), size, at);
      await drawCaption(frame, await caption());
      return frame;
    });
  });
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/** Where the camera is after a share of the clip: from one corner of the scene to the opposite one. */
function moveOver(margin: Size, spec: PictureSpec): (share: number) => Position {
  const random = new SeededRandom(`move\n${detailOf(spec)}`);
  const [mirrorX, mirrorY] = [random.next() < 0.5, random.next() < 0.5];
  return (share) => ({
    x: Math.round(margin.width * (mirrorX ? 1 - share : share)),
    y: Math.round(margin.height * (mirrorY ? 1 - share : share)),
  });
}

function crop(pixels: Pixels, { width, height }: Size, { x, y }: Position): Pixels {
  const { channels } = pixels;
  const row = width * channels;
  const data = Buffer.allocUnsafe(row * height);
  for (let line = 0; line < height; line++) {
    const from = ((y + line) * pixels.width + x) * channels;
    pixels.data.copy(data, line * row, from, from + row);
  }
  return { data, width, height, channels };
}

/** Pixels that many frames share, so that garbage collection doesn't make every few frames draw them again. */
const recentPixels = new LRUCache<object, Pixels>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ data }) => data.length,
});

/** Caches pixels that many frames share while they are in use; may draw them again after garbage collection. */
function cachedPixels(draw: () => Promise<Pixels>): () => Promise<Pixels> {
  let cached: WeakRef<Pixels> | undefined;
  return async () => {
    const inMemory = cached?.deref();
    if (inMemory !== undefined) return inMemory;
    const drawn = await draw();
    cached = new WeakRef(drawn);
    recentPixels.set(draw, drawn);
    return drawn;
  };
}
