import { between } from '../colour';
import { fillAll, linearGradient, round, radialGradient, type Point } from '../svg';
import type { Scene, SceneInput } from './scene';

/** Glass balls of all sizes, drifting in soft light. */
export const bubbles: Scene = (input) => {
  const count = 9 + Math.round(input.richness * 14);
  const balls = Array.from({ length: count }, (_, index) => ball(input, index, 1 - index / count));
  return ground(input) + balls.join('');
};

function ground({ size, palette, detail }: SceneInput): string {
  const [top, middle, horizon] = palette.sky;
  const gradient = linearGradient('ground', { from: [0, 0], to: [0.5, 1] }, [
    { at: 0, colour: top },
    { at: 0.55, colour: middle },
    { at: 1, colour: horizon },
  ]);
  const centre: Point = [
    size.width * detail.between(0.2, 0.8),
    size.height * detail.between(0.1, 0.6),
  ];
  const glow = radialGradient(
    'haze',
    { centre, radius: Math.hypot(size.width, size.height) * 0.5 },
    [
      { at: 0, colour: palette.light, opacity: 0.75 },
      { at: 1, colour: palette.light, opacity: 0 },
    ],
  );
  return gradient + fillAll('url(#ground)') + glow + fillAll('url(#haze)');
}

function ball({ size, palette, detail }: SceneInput, index: number, distance: number): string {
  const span = Math.max(size.width, size.height);
  const radius = span * (0.025 + 0.16 * distance ** 2) * detail.between(0.7, 1.2);
  const centre: Point = [size.width * detail.between(0, 1), size.height * detail.between(0, 1)];
  const base = between(palette.sky[1], palette.near, detail.between(0.1, 0.8));
  const colour = index % 3 === 1 ? palette.accent : base;
  const spot: Point = [centre[0] - radius * 0.3, centre[1] - radius * 0.45];
  const gradient = radialGradient(`ball${index}`, { centre: spot, radius: radius * 1.5 }, [
    { at: 0, colour: between(colour, palette.light, 0.75), opacity: 0.92 },
    { at: 0.5, colour: between(colour, palette.light, 0.15), opacity: 0.82 },
    { at: 1, colour: between(colour, palette.near, 0.45), opacity: 0.9 },
  ]);
  const at = `cx="${round(centre[0])}" cy="${round(centre[1])}"`;
  const rim = `fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="${round(Math.max(0.6, radius * 0.025))}"`;
  const glint = `cx="${round(spot[0])}" cy="${round(spot[1])}" rx="${round(radius * 0.24)}" ry="${round(radius * 0.15)}"`;
  const tilt = `transform="rotate(-35 ${round(spot[0])} ${round(spot[1])})"`;
  return (
    `${gradient}<circle ${at} r="${round(radius)}" fill="url(#ball${index})"/>` +
    `<circle ${at} r="${round(radius * 0.985)}" ${rim}/><ellipse ${glint} ${tilt} fill="#fff" fill-opacity="0.5"/>`
  );
}
