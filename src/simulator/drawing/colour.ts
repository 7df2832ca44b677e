/** A colour as people see it: lightness 0 to 1, colourfulness from 0 (grey) to about 0.3, hue in degrees (OKLCH). */
export interface Colour {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** The colour in hexadecimal, as colourful as a screen can show it. */
export function hexOf(colour: Colour): string {
  for (let { chroma } = colour; ; chroma -= 0.02) {
    const linear = linearOf({ ...colour, chroma: Math.max(0, chroma) });
    if (chroma <= 0 || linear.every((value) => value > -0.002 && value < 1.002)) {
      return `#${linear.map(byteOf).join('')}`;
    }
  }
}

/** Linear sRGB by the matrices of the OKLab definition. */
function linearOf({ lightness, chroma, hue }: Colour): Triple {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function byteOf(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** Between two colours, over the shorter way around the hues; `share` of the second. */
export function between(first: Colour, second: Colour, share: number): Colour {
  const turn = ((second.hue - first.hue + 540) % 360) - 180;
  const mix = (a: number, b: number): number => a + (b - a) * share;
  return {
    lightness: mix(first.lightness, second.lightness),
    chroma: mix(first.chroma, second.chroma),
    hue: first.hue + turn * share,
  };
}
