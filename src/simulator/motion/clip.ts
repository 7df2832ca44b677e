import { captionPixels } from '../drawing/caption';
import { SeededRandom, detailOf, type PictureSpec } from '../drawing/picture-spec';
import { specScene, withCaption } from '../drawing/paint';
import { Picture, type Pixels, type Size } from '../drawing/picture';

/** How much larger than the clip the scene is that the camera moves over. */
const STAGE = 1.12;

/** So much of a start image is painted over: a clip keeps what it starts from. */
export const CLIP_STRENGTH = 0.35;

/** The frames of a clip: a camera that moves slowly over one scene. Each has the caption. */
export function clipFrames(spec: PictureSpec, size: Size, count: number): readonly Picture[] {
  const stage = { width: Math.ceil(size.width * STAGE), height: Math.ceil(size.height * STAGE) };
  const scene = remembered(async () => specScene(spec, stage).pixels());
  const caption = remembered(async () => captionPixels(spec.prompt, size));
  const move = moveOver(
    { width: stage.width - size.width, height: stage.height - size.height },
    spec,
  );
  return Array.from({ length: count }, (_, index) => {
    const at = move(count === 1 ? 0 : index / (count - 1));
    return new Picture(size, 3, async () =>
      withCaption(part(await scene(), size, at), await caption()),
    );
  });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the camera is after a share of the clip: from one corner of the scene to the opposite one. */
function moveOver(room: Size, spec: PictureSpec): (share: number) => Place {
  const random = new SeededRandom(`move\n${detailOf(spec)}`);
  const [mirrorX, mirrorY] = [random.next() < 0.5, random.next() < 0.5];
  return (share) => ({
    x: Math.round(room.width * (mirrorX ? 1 - share : share)),
    y: Math.round(room.height * (mirrorY ? 1 - share : share)),
  });
}

function part(whole: Pixels, { width, height }: Size, { x, y }: Place): Pixels {
  const { channels } = whole;
  const row = width * channels;
  const data = Buffer.allocUnsafe(row * height);
  for (let line = 0; line < height; line++) {
    const from = ((y + line) * whole.width + x) * channels;
    whole.data.copy(data, line * row, from, from + row);
  }
  return { data, width, height, channels };
}

/** Pixels that many frames need: kept while they are in use, and drawn again after garbage collection. */
function remembered(draw: () => Promise<Pixels>): () => Promise<Pixels> {
  let kept: WeakRef<Pixels> | undefined;
  return async () => {
    const known = kept?.deref();
    if (known !== undefined) return known;
    const drawn = await draw();
    kept = new WeakRef(drawn);
    return drawn;
  };
}
