import { between, hexOf } from '../colour';
import type { SeededRandom } from '../picture-spec';
import { linearGradient, round, path, smooth, type Point } from '../svg';
import type { Scene, SceneInput } from './scene';
import { sky } from './sky';

/** Hills behind hills, paler with distance, and birds far away. */
export const ridges: Scene = (input) => {
  const count = 4 + Math.round(input.richness * 4);
  return sky(input) + birds(input) + hillLayers(input, { count, from: 0.5, to: 0.9 });
};

/** Layers of hills, whose feet lie between two shares of the picture's height. */
export function hillLayers(
  input: SceneInput,
  { count, from, to }: { count: number; from: number; to: number },
): string {
  const layers = Array.from({ length: count }, (_, index) => {
    const nearness = count === 1 ? 1 : index / (count - 1);
    return layer(input, { index, nearness, base: from + (to - from) * nearness ** 1.2 });
  });
  return layers.join('');
}

function layer(
  { size, palette, detail }: SceneInput,
  { index, nearness, base }: { index: number; nearness: number; base: number },
): string {
  const points = outline(detail, {
    width: size.width,
    base: size.height * base,
    height: size.height * (0.075 + 0.035 * nearness),
  });
  const colour = between(palette.far, palette.near, nearness ** 0.8);
  const mist = between(colour, palette.sky[2], 0.42 * (1 - nearness));
  const gradient = linearGradient(`ridge${index}`, { from: [0, 0], to: [0, 0.7] }, [
    { at: 0, colour },
    { at: 1, colour: mist },
  ]);
  const [w, h] = [round(size.width * 1.05), round(size.height * 1.05)];
  return gradient + path(`${smooth(points)}L${w} ${h}L-10 ${h}Z`, `fill="url(#ridge${index})"`);
}

/** A line of large and small waves, the small ones low. */
function outline(
  random: SeededRandom,
  { width, base, height }: { width: number; base: number; height: number },
): readonly Point[] {
  const waves = Array.from({ length: 6 }, (_, index) => ({
    frequency: 0.55 * 1.85 ** index * random.between(0.8, 1.25),
    phase: random.between(0, Math.PI * 2),
    size: 0.48 ** index,
  }));
  return Array.from({ length: 97 }, (_, step): Point => {
    const x = step / 96;
    const y = waves.reduce(
      (sum, wave) => sum + wave.size * Math.sin(wave.frequency * Math.PI * 2 * x + wave.phase),
      0,
    );
    return [width * (x * 1.1 - 0.05), base - height * y];
  });
}

/** Small birds, which make the landscape look large. */
function birds({ size, palette, detail }: SceneInput): string {
  const unit = Math.max(size.width, size.height) / 100;
  const [left, top] = [detail.between(0.15, 0.6), detail.between(0.12, 0.3)];
  const marks = Array.from({ length: 3 + detail.below(5) }, () => {
    const x = size.width * (left + detail.between(0, 0.25));
    const y = size.height * (top + detail.between(0, 0.12));
    const wing = unit * detail.between(0.6, 1.1);
    const half = `${round(x - wing / 2)} ${round(y - wing * 0.7)}`;
    return (
      `M${round(x - wing)} ${round(y)}Q${half} ${round(x)} ${round(y)}` +
      `Q${round(x + wing / 2)} ${round(y - wing * 0.7)} ${round(x + wing)} ${round(y)}`
    );
  });
  const stroke = `stroke="${hexOf(palette.near)}" stroke-width="${round(unit * 0.16)}" stroke-opacity="0.65"`;
  return path(marks.join(''), `fill="none" stroke-linecap="round" ${stroke}`);
}
