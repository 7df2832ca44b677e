const STATIC_ICON = '/icon.svg';
const SIZE = 32;
const CENTER = SIZE / 2;
const RADIUS = 12;
const WIDTH = 6;
const COLOR = '#c8862d';
const REST = '#c8862d55';

/** An icon with a ring that is filled so far (0 to 1); the product's own for `null`. */
export function progressIcon(fraction: number | null): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (fraction === null || context === null) return STATIC_ICON;
  const top = -Math.PI / 2;
  context.lineWidth = WIDTH;
  for (const [color, end] of [
    [REST, 1],
    [COLOR, fraction],
  ] as const) {
    context.strokeStyle = color;
    context.beginPath();
    context.arc(CENTER, CENTER, RADIUS, top, top + end * 2 * Math.PI);
    context.stroke();
  }
  return canvas.toDataURL('image/png');
}
