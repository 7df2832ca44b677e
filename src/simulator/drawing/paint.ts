import { captionPixels } from './caption';
import { Chance, detailOf, subjectOf, type Dream } from './dream';
import { paletteOf } from './palette';
import { openPixels, Picture, rawPixels, type Pixels, type Size } from './picture';
import { laidOver, mixed, scaled } from './picture-operations';
import { aurora } from './scenes/aurora';
import { blossom } from './scenes/blossom';
import { bubbles } from './scenes/bubbles';
import { ridges } from './scenes/ridges';
import type { Scene, SceneInput } from './scenes/scene';
import { waves } from './scenes/waves';
import { sharp } from './sharp';

const SCENES: readonly [Scene, ...Scene[]] = [ridges, waves, blossom, bubbles, aurora];

/** So many steps give a picture everything it can have. */
const STEPS_OF_FULL_RICHNESS = 30;
/** Guidance of this much makes the colours as strong as they get. */
const CFG_OF_FULL_COLOUR = 12;

/** The picture of a dream: drawn, mixed with its source, and captioned. All of it happens in sharp's threads. */
export function dreamPicture(dream: Dream, size: Size): Picture {
  const scene = dreamScene(dream, size);
  return new Picture(size, 3, async () => captioned(await scene.pixels(), dream.prompt));
}

/** The same without words. */
export function dreamScene(dream: Dream, size: Size): Picture {
  return sourceMixed(dream, drawing(dream, size), size);
}

function drawing(dream: Dream, size: Size): Picture {
  return new Picture(size, 3, async () => rawPixels(sharp(Buffer.from(sceneSvg(dream, size))), 3));
}

/** The source shows through what isn't painted over: less with more strength, and wholly outside of a mask. */
function sourceMixed(dream: Dream, drawn: Picture, size: Size): Picture {
  if (dream.source === undefined) return drawn;
  const source = scaled(dream.source, size, 'lanczos', true);
  const changed = dream.strength >= 1 ? drawn : mixed(source, drawn, dream.strength);
  return dream.mask === undefined
    ? changed
    : laidOver(source, changed, { x: 0, y: 0, mask: scaled(dream.mask, size) });
}

async function captioned(pixels: Pixels, prompt: string): Promise<Pixels> {
  return withCaption(pixels, await captionPixels(prompt, pixels));
}

/** A picture with a caption of its size over it. */
export async function withCaption(pixels: Pixels, caption: Pixels): Promise<Pixels> {
  const { data, width, height } = caption;
  const raw = { width, height, channels: 4 } as const;
  return rawPixels(openPixels(pixels).composite([{ input: data, raw }]), 3);
}

function sceneSvg(dream: Dream, size: Size): string {
  const subject = new Chance(subjectOf(dream));
  const scene = subject.pick(SCENES);
  const input: SceneInput = {
    size,
    palette: paletteOf(subject, Math.min(1, dream.cfg / CFG_OF_FULL_COLOUR)),
    subject,
    detail: new Chance(detailOf(dream)),
    richness: Math.min(1, dream.steps / STEPS_OF_FULL_RICHNESS),
  };
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene(input)}</svg>`;
}
