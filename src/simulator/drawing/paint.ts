import { drawCaption } from './blending';
import { captionPixels } from './caption';
import { SeededRandom, detailOf, subjectOf, type PictureSpec } from './picture-spec';
import { paletteOf } from './palette';
import { Picture, rawPixels, type Pixels, type Size } from './picture';
import { composited, blendedPictures, scaled } from './picture-operations';
import { aurora } from './scenes/aurora';
import { blossom } from './scenes/blossom';
import { bubbles } from './scenes/bubbles';
import { ridges } from './scenes/ridges';
import type { Scene, SceneInput } from './scenes/scene';
import { waves } from './scenes/waves';
import { sharp } from './sharp';

const SCENES: readonly [Scene, ...Scene[]] = [ridges, waves, blossom, bubbles, aurora];

/** From this number of steps on, a picture has all its details. */
const FULL_DETAIL_STEPS = 30;
/** From this guidance scale (CFG) on, the colours are as strong as they get. */
const FULL_COLOUR_CFG = 12;

/** The picture of a spec: drawn, mixed with its source, and captioned. */
export function specPicture(spec: PictureSpec, size: Size): Picture {
  const scene = specScene(spec, size);
  return new Picture(size, 3, async () => captioned(await scene.pixels(), spec.prompt));
}

/** The same without a caption. */
export function specScene(spec: PictureSpec, size: Size): Picture {
  return sourceMixed(spec, drawing(spec, size), size);
}

function drawing(spec: PictureSpec, size: Size): Picture {
  return new Picture(size, 3, async () => rawPixels(sharp(Buffer.from(sceneSvg(spec, size))), 3));
}

/** Mixes the source picture with the drawn one: more strength shows less of it; outside of a mask only the source. */
function sourceMixed(spec: PictureSpec, drawn: Picture, size: Size): Picture {
  if (spec.source === undefined) return drawn;
  const source = scaled(spec.source, size, 'lanczos', true);
  const changed = spec.strength >= 1 ? drawn : blendedPictures(source, drawn, spec.strength);
  return spec.mask === undefined
    ? changed
    : composited(source, changed, { x: 0, y: 0, mask: scaled(spec.mask, size) });
}

async function captioned(pixels: Pixels, prompt: string): Promise<Pixels> {
  const copy = { ...pixels, data: Buffer.from(pixels.data) };
  await drawCaption(copy, await captionPixels(prompt, pixels));
  return copy;
}

function sceneSvg(spec: PictureSpec, size: Size): string {
  const subject = new SeededRandom(subjectOf(spec));
  const scene = subject.pick(SCENES);
  const input: SceneInput = {
    size,
    palette: paletteOf(subject, Math.min(1, spec.cfg / FULL_COLOUR_CFG)),
    subject,
    detail: new SeededRandom(detailOf(spec)),
    richness: Math.min(1, spec.steps / FULL_DETAIL_STEPS),
  };
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene(input)}</svg>`;
}
