import { between, type Colour } from './colour';
import type { SeededRandom } from './picture-spec';

/** Colours that belong together. */
export interface Palette {
  /** The sky from its top to the horizon. */
  readonly sky: readonly [Colour, Colour, Colour];
  /** What is far away, close to the horizon's colour, and what is near, dark and full. */
  readonly far: Colour;
  readonly near: Colour;
  /** The light: sun, moon, glints. */
  readonly light: Colour;
  /** A second colour from the other side of the circle. */
  readonly accent: Colour;
}

/** Lightness, colourfulness and hue. */
type Tone = readonly [lightness: number, chroma: number, hue: number];

/** Top of the sky, middle, horizon, the nearest things, and a second colour; put together by eye. */
const PALETTES: readonly (readonly [Tone, Tone, Tone, Tone, Tone])[] = [
  [
    [0.34, 0.11, 285],
    [0.56, 0.13, 335],
    [0.86, 0.1, 55],
    [0.22, 0.07, 290],
    [0.68, 0.17, 30],
  ],
  [
    [0.4, 0.1, 228],
    [0.63, 0.1, 208],
    [0.91, 0.05, 188],
    [0.24, 0.07, 238],
    [0.74, 0.14, 45],
  ],
  [
    [0.64, 0.1, 12],
    [0.8, 0.08, 38],
    [0.94, 0.05, 78],
    [0.36, 0.09, 355],
    [0.66, 0.1, 205],
  ],
  [
    [0.46, 0.07, 168],
    [0.69, 0.06, 158],
    [0.93, 0.05, 112],
    [0.24, 0.05, 172],
    [0.76, 0.13, 62],
  ],
  [
    [0.2, 0.09, 266],
    [0.37, 0.1, 252],
    [0.62, 0.08, 222],
    [0.15, 0.05, 270],
    [0.82, 0.13, 88],
  ],
  [
    [0.6, 0.09, 242],
    [0.83, 0.05, 60],
    [0.94, 0.06, 72],
    [0.42, 0.11, 36],
    [0.62, 0.15, 28],
  ],
  [
    [0.55, 0.11, 300],
    [0.75, 0.09, 322],
    [0.93, 0.04, 352],
    [0.32, 0.1, 290],
    [0.77, 0.11, 168],
  ],
  [
    [0.7, 0.08, 192],
    [0.85, 0.06, 174],
    [0.96, 0.03, 95],
    [0.38, 0.07, 202],
    [0.7, 0.15, 32],
  ],
  [
    [0.28, 0.1, 345],
    [0.5, 0.15, 16],
    [0.83, 0.12, 48],
    [0.17, 0.06, 338],
    [0.55, 0.13, 262],
  ],
  [
    [0.55, 0.06, 232],
    [0.78, 0.04, 216],
    [0.95, 0.02, 200],
    [0.3, 0.05, 246],
    [0.68, 0.14, 18],
  ],
  [
    [0.27, 0.12, 276],
    [0.46, 0.12, 292],
    [0.87, 0.11, 76],
    [0.18, 0.08, 274],
    [0.79, 0.15, 80],
  ],
  [
    [0.69, 0.05, 136],
    [0.85, 0.04, 104],
    [0.95, 0.03, 82],
    [0.36, 0.07, 38],
    [0.64, 0.12, 44],
  ],
];

/** The palette of a subject; `vividness` (0 to 1) makes it more colourful. */
export function paletteOf(subject: SeededRandom, vividness: number): Palette {
  const [top, middle, horizon, near, accent] = PALETTES[subject.below(PALETTES.length)] ?? [];
  const hueShift = subject.between(-9, 9);
  const tone = ([lightness, chroma, hue]: Tone = [0.5, 0.1, 250]): Colour => ({
    lightness,
    chroma: chroma * (0.75 + 0.45 * vividness),
    hue: hue + hueShift,
  });
  const sky = [tone(top), tone(middle), tone(horizon)] as const;
  const ground = tone(near);
  return {
    sky,
    far: between(sky[2], sky[1], 0.75),
    near: ground,
    light: { ...sky[2], lightness: 0.975, chroma: sky[2].chroma * 0.5 },
    accent: tone(accent),
  };
}
