/** What was done to a mask, in order: replayed from the start, so that undo is to forget the last. */
export type MaskStep = MaskStroke | { readonly kind: 'invert' } | { readonly kind: 'clear' };

export interface MaskStroke {
  readonly kind: 'brush' | 'eraser';
  /** Diameter in pixels of the picture. */
  readonly size: number;
  readonly points: readonly Point[];
}

export type Point = readonly [x: number, y: number];

/** The few operations of a 2D canvas that a mask needs. */
export interface MaskCanvas {
  readonly width: number;
  readonly height: number;
  readonly context: Pick<
    CanvasRenderingContext2D,
    | 'globalCompositeOperation'
    | 'lineWidth'
    | 'lineCap'
    | 'lineJoin'
    | 'arc'
    | 'beginPath'
    | 'fill'
    | 'moveTo'
    | 'lineTo'
    | 'stroke'
    | 'clearRect'
    | 'fillRect'
  >;
}

/** Draws one step: painted parts are opaque. */
export function drawStep({ context, width, height }: MaskCanvas, step: MaskStep): void {
  if (step.kind === 'clear') {
    context.clearRect(0, 0, width, height);
    return;
  }
  if (step.kind === 'invert') {
    // Paints where nothing is, and removes what is there.
    context.globalCompositeOperation = 'source-out';
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = 'source-over';
    return;
  }
  context.globalCompositeOperation = step.kind === 'brush' ? 'source-over' : 'destination-out';
  context.lineWidth = step.size;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const [[x, y] = [0, 0], ...others] = step.points;
  // The dot of a single touch: browsers draw no line of no length.
  context.beginPath();
  context.arc(x, y, step.size / 2, 0, 2 * Math.PI);
  context.fill();
  context.beginPath();
  context.moveTo(x, y);
  for (const [nextX, nextY] of others) context.lineTo(nextX, nextY);
  context.stroke();
  context.globalCompositeOperation = 'source-over';
}

export function redraw(canvas: MaskCanvas, steps: readonly MaskStep[]): void {
  canvas.context.clearRect(0, 0, canvas.width, canvas.height);
  for (const step of steps) drawStep(canvas, step);
}

const SIZES = { smallest: 4, largest: 512, factor: 1.25 };

/** The next brush size up or down. */
export function nextSize(size: number, direction: 1 | -1): number {
  const next = Math.round(size * SIZES.factor ** direction);
  const moved = next === size ? size + direction : next;
  return Math.min(SIZES.largest, Math.max(SIZES.smallest, moved));
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where an arrow key leads to within the picture; `undefined` for another key. */
export function movedByKey(
  [x, y]: Point,
  key: string,
  distance: number,
  [width, height]: readonly [width: number, height: number],
): Point | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const within = (value: number, end: number) => Math.min(end, Math.max(0, value));
  return [within(x + direction[0] * distance, width), within(y + direction[1] * distance, height)];
}

/**
 * Pixels of the mask file from those of the canvas: white where it is painted, and transparent there, too. Nodes read either
 * the colour or the transparency of a mask; this file means the same to both.
 */
export function maskPixels(painted: Uint8ClampedArray): Uint8Array {
  const pixels = new Uint8Array(painted.length);
  for (let at = 0; at < painted.length; at += 4) {
    const value = painted[at + 3] ?? 0;
    pixels[at] = value;
    pixels[at + 1] = value;
    pixels[at + 2] = value;
    pixels[at + 3] = 255 - value;
  }
  return pixels;
}
