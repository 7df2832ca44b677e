import type { Point } from '../svg';
import { fillAll, linearGradient, round, radialGradient } from '../svg';
import type { SceneInput } from './scene';

/** The sky with its light: a sun or a moon with a wide glow. */
export function sky(input: SceneInput): string {
  const { palette, subject } = input;
  const [top, high, horizon] = palette.sky;
  const slant = subject.between(-0.25, 0.25);
  const line = { from: [0.5 - slant, 0] as const, to: [0.5 + slant, 1] as const };
  const gradient = linearGradient('sky', line, [
    { at: 0, colour: top },
    { at: 0.5, colour: high },
    { at: 0.92, colour: horizon },
  ]);
  return gradient + fillAll('url(#sky)') + light(input);
}

function light({ size, palette, detail, subject }: SceneInput): string {
  const span = Math.max(size.width, size.height);
  const centre: Point = [
    size.width * detail.between(0.2, 0.8),
    size.height * detail.between(0.16, 0.48),
  ];
  const radius = span * subject.between(0.045, 0.11);
  const colour = palette.light;
  const glow = radialGradient('glow', { centre, radius: radius * 6.5 }, [
    { at: 0, colour, opacity: 0.85 },
    { at: 0.25, colour, opacity: 0.34 },
    { at: 1, colour, opacity: 0 },
  ]);
  const [cx, cy] = centre.map(round);
  const disc = `<circle cx="${cx ?? 0}" cy="${cy ?? 0}" r="${round(radius)}" fill="#fff" fill-opacity="0.9"/>`;
  return glow + fillAll('url(#glow)') + disc;
}
