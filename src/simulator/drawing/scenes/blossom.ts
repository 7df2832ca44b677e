import { between, type Colour } from '../colour';
import { linearGradient, round, path, radialGradient, fillAll } from '../svg';
import type { Scene, SceneInput } from './scene';

/** A large flower with rings of petals, over a quiet ground. */
export const blossom: Scene = (input) => {
  const { size, palette, detail, subject, richness } = input;
  const span = Math.min(size.width, size.height);
  const x = size.width * detail.between(0.4, 0.6);
  const y = size.height * detail.between(0.38, 0.5);
  const rings = 3 + Math.round(richness * 2);
  const petals = 7 + subject.below(7);
  const parts = Array.from({ length: rings }, (_, ring) => {
    const share = ring / (rings - 1);
    const length = span * (0.47 - 0.3 * share);
    const turn = detail.between(0, 360);
    const colour = between(palette.accent, palette.light, share * 0.75);
    return petalRing({
      x,
      y,
      length,
      turn,
      petals: petals + ring,
      colour,
      id: `petal${ring}`,
      palette,
    });
  });
  const heart = radialGradient('heart', { centre: [x, y], radius: span * 0.075 }, [
    { at: 0, colour: palette.light },
    { at: 1, colour: between(palette.accent, palette.near, 0.55) },
  ]);
  const disc = `<circle cx="${round(x)}" cy="${round(y)}" r="${round(span * 0.06)}" fill="url(#heart)"/>`;
  return ground(input, x, y) + parts.join('') + heart + disc;
};

function ground({ size, palette }: SceneInput, x: number, y: number): string {
  const [top, middle, horizon] = palette.sky;
  const radius = Math.hypot(size.width, size.height) * 0.65;
  const gradient = radialGradient('ground', { centre: [x, y], radius }, [
    { at: 0, colour: between(horizon, palette.light, 0.4) },
    { at: 0.45, colour: between(horizon, middle, 0.55) },
    { at: 1, colour: between(middle, top, 0.8) },
  ]);
  return gradient + fillAll('url(#ground)');
}

interface Ring {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly turn: number;
  readonly petals: number;
  readonly colour: Colour;
  readonly id: string;
  readonly palette: SceneInput['palette'];
}

function petalRing({ x, y, length, turn, petals, colour, id, palette }: Ring): string {
  const gradient = linearGradient(id, { from: [0.5, 1], to: [0.5, 0] }, [
    { at: 0, colour: between(colour, palette.near, 0.55) },
    { at: 0.6, colour },
    { at: 1, colour: between(colour, palette.light, 0.5) },
  ]);
  const half = (length * 2.1) / petals;
  const petal =
    `M0 0C${round(-half)} ${round(-length * 0.35)} ${round(-half * 0.9)} ${round(-length * 0.85)} 0 ${round(-length)}` +
    `C${round(half * 0.9)} ${round(-length * 0.85)} ${round(half)} ${round(-length * 0.35)} 0 0Z`;
  const marks = Array.from({ length: petals }, (_, index) => {
    const angle = turn + (index * 360) / petals;
    const transform = `transform="translate(${round(x)} ${round(y)}) rotate(${round(angle)})"`;
    return path(
      petal,
      `${transform} fill="url(#${id})" fill-opacity="0.86" stroke="#fff" stroke-opacity="0.18"`,
    );
  });
  return gradient + marks.join('');
}
