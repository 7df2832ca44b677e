import {
  drawStep,
  type MaskCanvas,
  maskPixels,
  type MaskStep,
  movedByKey,
  nextSize,
  redraw,
} from './model';
import { encodePng } from './png';

/** Records what is drawn. */
function recorder() {
  const calls: string[] = [];
  const context = new Proxy({} as MaskCanvas['context'], {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        calls.push(`${String(name)} ${args.join(' ')}`.trim()),
    set: (_, name, value) => {
      if (name === 'globalCompositeOperation' || name === 'lineWidth')
        calls.push(`${name} ${value}`);
      return true;
    },
  });
  return { canvas: { context, width: 8, height: 4 }, calls };
}

const stroke: MaskStep = {
  kind: 'brush',
  size: 10,
  points: [
    [1, 2],
    [3, 4],
  ],
};

describe('a mask', () => {
  it.each<[MaskStep, string[]]>([
    [{ kind: 'clear' }, ['clearRect 0 0 8 4']],
    [
      { kind: 'invert' },
      [
        'globalCompositeOperation source-out',
        'fillRect 0 0 8 4',
        'globalCompositeOperation source-over',
      ],
    ],
    [
      stroke,
      [
        ...['globalCompositeOperation source-over', 'lineWidth 10', 'beginPath'],
        ...[`arc 1 2 5 0 ${2 * Math.PI}`, 'fill', 'beginPath', 'moveTo 1 2'],
        ...['lineTo 3 4', 'stroke', 'globalCompositeOperation source-over'],
      ],
    ],
  ])('draws %j', (step, expected) => {
    const { canvas, calls } = recorder();
    drawStep(canvas, step);
    expect(calls).toEqual(expected);
  });

  it('erases where the eraser goes', () => {
    const { canvas, calls } = recorder();
    drawStep(canvas, { ...stroke, kind: 'eraser' });
    expect(calls[0]).toBe('globalCompositeOperation destination-out');
  });

  it('is drawn from the start after an undo', () => {
    const { canvas, calls } = recorder();
    redraw(canvas, [stroke]);
    expect(calls[0]).toBe('clearRect 0 0 8 4');
    expect(calls).toContain('stroke');
  });

  it.each<[number, 1 | -1, number]>([
    [40, 1, 50],
    [50, -1, 40],
    [4, -1, 4],
    [500, 1, 512],
  ])('steps the brush from %s by %s to %s', (size, direction, next) => {
    expect(nextSize(size, direction)).toBe(next);
  });

  it.each<[string, readonly [number, number] | undefined]>([
    ['ArrowLeft', [10, 30]],
    ['ArrowRight', [50, 30]],
    ['ArrowUp', [30, 10]],
    ['ArrowDown', [30, 40]],
    ['Enter', undefined],
  ])('moves the brush by %s to %j, within the picture', (key, to) => {
    expect(movedByKey([30, 30], key, 20, [64, 40])).toEqual(to);
  });

  it('is white and transparent where it is painted', () => {
    const painted = new Uint8ClampedArray([9, 9, 9, 255, 9, 9, 9, 0, 9, 9, 9, 100]);
    expect([...maskPixels(painted)]).toEqual([255, 255, 255, 0, 0, 0, 0, 255, 100, 100, 100, 155]);
  });

  it('is a PNG that keeps the colour of transparent pixels', async () => {
    const sharp = (await import('sharp')).default;
    const pixels = maskPixels(
      new Uint8ClampedArray([0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 128]),
    );
    const { data, info } = await sharp(await encodePng(pixels, 2, 2))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([2, 2, 4]);
    expect([...data]).toEqual([...pixels]);
  });
});
