import { between } from '../colour';
import { linearGradient, round, path, smooth, type Point } from '../svg';
import type { Scene, SceneInput } from './scene';
import { sky } from './sky';

/** Bands that flow across the picture like folded cloth. */
export const waves: Scene = (input) => {
  const count = 6 + Math.round(input.richness * 6);
  const tilt = input.subject.between(-0.3, 0.3);
  const bands = Array.from({ length: count }, (_, index) =>
    band(input, { index, share: index / (count - 1), tilt }),
  );
  return sky(input) + bands.join('');
};

function band(
  { size, palette, detail }: SceneInput,
  { index, share, tilt }: { index: number; share: number; tilt: number },
): string {
  const phase = detail.between(0, Math.PI * 2);
  const swing = size.height * detail.between(0.05, 0.13);
  const base = size.height * (0.34 + 0.62 * share);
  const points = Array.from({ length: 25 }, (_, step): Point => {
    const x = step / 24;
    const wave =
      Math.sin(x * Math.PI * 2.2 + phase) + 0.45 * Math.sin(x * Math.PI * 5 + phase * 1.7);
    return [size.width * (x * 1.2 - 0.1), base + swing * wave + (x - 0.5) * tilt * size.height];
  });
  const cool = between(palette.far, palette.near, share);
  const colour = index % 3 === 1 ? between(cool, palette.accent, 0.55) : cool;
  const bright = between(colour, palette.light, 0.5);
  const gradient = linearGradient(`band${index}`, { from: [0, 0], to: [1, 0.35] }, [
    { at: 0, colour: bright },
    { at: 0.45, colour },
    { at: 1, colour: between(colour, palette.near, 0.4) },
  ]);
  const [w, h] = [round(size.width * 1.2), round(size.height * 1.3)];
  const rim = path(
    smooth(points),
    `fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="${round(size.height / 400)}"`,
  );
  return `${gradient}${path(`${smooth(points)}L${w} ${h}L-20 ${h}Z`, `fill="url(#band${index})" fill-opacity="0.92"`)}${rim}`;
}
