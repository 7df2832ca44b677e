import { hexOf, type Colour } from './colour';

/** A point in pixels. */
export type Point = readonly [x: number, y: number];

/** Rounds a number to the digits that a picture needs, as text. */
export function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A smooth line along points: through the middles between them, drawn towards each. */
export function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    const middle = `${round((point[0] + next[0]) / 2)} ${round((point[1] + next[1]) / 2)}`;
    return `Q${round(point[0])} ${round(point[1])} ${middle}`;
  });
  return `M${round(first[0])} ${round(first[1])}${curves.join('')}L${round(last[0])} ${round(last[1])}`;
}

/** A stop of a gradient. */
export interface Stop {
  readonly at: number;
  readonly colour: Colour;
  readonly opacity?: number;
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(({ at, colour, opacity = 1 }) => {
      const opacityAttribute = opacity === 1 ? '' : ` stop-opacity="${round(opacity)}"`;
      return `<stop offset="${round(at)}" stop-color="${hexOf(colour)}"${opacityAttribute}/>`;
    })
    .join('');
}

/** A gradient along a line, whose ends are fractions of the shape's bounding box. */
export function linearGradient(
  id: string,
  line: { from: Point; to: Point },
  stops: readonly Stop[],
): string {
  const [x1, y1, x2, y2] = [...line.from, ...line.to].map(round);
  return `<linearGradient id="${id}" x1="${x1 ?? 0}" y1="${y1 ?? 0}" x2="${x2 ?? 0}" y2="${y2 ?? 1}">${stopsOf(stops)}</linearGradient>`;
}

/** A gradient around a point in pixels. */
export function radialGradient(
  id: string,
  circle: { centre: Point; radius: number },
  stops: readonly Stop[],
): string {
  const [cx, cy] = circle.centre.map(round);
  const geometry = `gradientUnits="userSpaceOnUse" cx="${cx ?? 0}" cy="${cy ?? 0}" r="${round(circle.radius)}"`;
  return `<radialGradient id="${id}" ${geometry}>${stopsOf(stops)}</radialGradient>`;
}

export function path(d: string, attributes: string): string {
  return `<path d="${d}" ${attributes}/>`;
}

export function fillAll(paint: string): string {
  return `<rect width="100%" height="100%" fill="${paint}"/>`;
}
