import { between } from '../colour';
import { fillAll, linearGradient, round } from '../svg';
import { hillLayers } from './ridges';
import type { Scene, SceneInput } from './scene';

/** Rays that a curtain of light is made of. */
const RAYS = 72;

/** Curtains of light over a dark land, with stars. */
export const aurora: Scene = (input) => {
  const count = 2 + Math.round(input.richness * 2);
  const curtains = Array.from({ length: count }, (_, index) => curtain(input, index));
  return night(input) + stars(input) + veiled(curtains.join(''), input) + land(input);
};

/** Blurs sideways, so that the rays run into each other. */
function veiled(curtains: string, { size }: SceneInput): string {
  const blur = `<feGaussianBlur stdDeviation="${round((size.width / RAYS) * 0.55)} 0"/>`;
  return `<filter id="veiled" x="0" y="0" width="1" height="1">${blur}</filter><g filter="url(#veiled)">${curtains}</g>`;
}

function night({ palette }: SceneInput): string {
  const dark = { ...palette.sky[0], lightness: 0.14, chroma: 0.06 };
  const low = { ...between(palette.sky[1], palette.sky[0], 0.5), lightness: 0.36 };
  const stops = [
    { at: 0, colour: dark },
    { at: 0.55, colour: between(dark, low, 0.4) },
    { at: 1, colour: low },
  ];
  return linearGradient('night', { from: [0, 0], to: [0, 1] }, stops) + fillAll('url(#night)');
}

function stars({ size, detail, richness }: SceneInput): string {
  const unit = Math.max(size.width, size.height) / 1000;
  const marks = Array.from({ length: 60 + Math.round(richness * 90) }, () => {
    const [x, y] = [detail.between(0, size.width), size.height * 0.75 * detail.next()];
    const opacity = detail.between(0.2, 0.95);
    const radius = unit * (0.4 + 1.5 * detail.next() ** 3);
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="#fff" fill-opacity="${round(opacity)}"/>`;
  });
  return marks.join('');
}

/** Rays side by side along a folded line, each with a gradient of its own that fades upwards. */
function curtain({ size, palette, detail }: SceneInput, index: number): string {
  const colour = { ...between(palette.accent, palette.sky[2], index * 0.3), lightness: 0.82 };
  const gradient = linearGradient(`veil${index}`, { from: [0, 0], to: [0, 1] }, [
    { at: 0, colour, opacity: 0 },
    { at: 0.6, colour, opacity: 0.16 },
    { at: 0.93, colour, opacity: 0.62 },
    { at: 1, colour, opacity: 0 },
  ]);
  const base = size.height * detail.between(0.42, 0.66);
  const height = size.height * detail.between(0.3, 0.5);
  const [phase, bend] = [detail.between(0, Math.PI * 2), detail.between(1.2, 2.4)];
  const width = (size.width * 1.2) / RAYS;
  const rays = Array.from({ length: RAYS }, (_, step) => {
    const x = step / RAYS;
    const fold =
      Math.sin(x * Math.PI * bend + phase) + 0.35 * Math.sin(x * Math.PI * bend * 2.7 + phase * 2);
    const shine = 0.62 + 0.38 * Math.sin(x * 40 + 7 * Math.sin(x * 9 + phase));
    const tall = height * (0.75 + 0.25 * Math.sin(x * 23 + phase));
    const y = base + size.height * 0.09 * fold - tall;
    const box = `x="${round(size.width * (x * 1.2 - 0.1))}" y="${round(y)}" width="${round(width * 1.35)}" height="${round(tall)}"`;
    return `<rect ${box} fill="url(#veil${index})" fill-opacity="${round(shine)}"/>`;
  });
  return gradient + rays.join('');
}

/** Near hills, almost black. */
function land(input: SceneInput): string {
  const near = { ...input.palette.near, lightness: 0.1, chroma: 0.03 };
  const far = { ...input.palette.near, lightness: 0.2 };
  const palette = { ...input.palette, far, near, sky: [far, far, far] as const };
  return hillLayers({ ...input, palette }, { count: 3, from: 0.72, to: 0.95 });
}
