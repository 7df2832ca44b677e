import { captionLines, captionSvg } from './caption';
import { between, hexOf } from './colour';
import { Chance, type Dream } from './dream';
import { plainLetters, widthOf } from './lettering';
import { dreamPicture } from './paint';
import { openPixels, plainMask, plainPicture, type Pixels } from './picture';
import { previewsOf } from './preview';

const SIZE = { width: 96, height: 64 };
const DREAM: Dream = {
  prompt: 'a red fox',
  negative: '',
  seed: '1',
  steps: 20,
  cfg: 7,
  sampler: 'euler normal',
  traits: ['model'],
  index: 0,
  strength: 1,
  source: undefined,
  mask: undefined,
};

async function drawn(changes: Partial<Dream> = {}): Promise<Pixels> {
  return dreamPicture({ ...DREAM, ...changes }, SIZE).pixels();
}

/** Mean difference of two pictures' channels, above the caption. */
function distance(a: Pixels, b: Pixels): number {
  const rows = a.width * a.height * 3 * 0.3;
  let sum = 0;
  for (let index = 0; index < rows; index++)
    sum += Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0));
  return sum / rows;
}

describe('a dream', () => {
  it('is drawn the same every time, in its size', async () => {
    const [first, second] = [await drawn(), await drawn()];
    expect(first).toMatchObject({ ...SIZE, channels: 3 });
    expect(first.data.equals(second.data)).toBe(true);
  });

  it.each<[string, Partial<Dream>]>([
    ['seed', { seed: '2' }],
    ['prompt', { prompt: 'a blue fox' }],
    ['negative prompt', { negative: 'blurry' }],
    ['number of steps', { steps: 4 }],
    ['guidance', { cfg: 1 }],
    ['LoRA', { traits: ['model', 'lora x 0.8'] }],
    ['strength of a LoRA', { traits: ['model', 'lora x 0.9'] }],
    ['place in the batch', { index: 1 }],
  ])('looks different for another %s', async (_title, changes) => {
    const weaker = changes.traits?.[1] === 'lora x 0.9' ? ['model', 'lora x 0.8'] : ['model'];
    const [before, changed] = [await drawn({ traits: weaker }), await drawn(changes)];
    expect(changed.data.equals(before.data)).toBe(false);
  });

  it('shows its source the less, the stronger it is', async () => {
    const source = plainPicture(SIZE, [10, 200, 90]);
    const original = await source.pixels();
    const distances: number[] = [];
    for (const strength of [0.2, 0.5, 0.8]) {
      distances.push(distance(await drawn({ source, strength }), original));
    }
    const [little, half, much] = distances as [number, number, number];
    expect(little).toBeLessThan(half);
    expect(half).toBeLessThan(much);
    expect(half / much).toBeCloseTo(0.5 / 0.8, 1);
  });

  it('leaves the source alone where the mask is black', async () => {
    const source = plainPicture(SIZE, [10, 200, 90]);
    const kept = await drawn({ source, mask: plainMask(SIZE, 0) });
    expect(distance(kept, await source.pixels())).toBe(0);
  });

  it('is previewed as a JPEG that gets sharper', async () => {
    const preview = previewsOf(DREAM, SIZE);
    const [early, late] = [await preview(0.1), await preview(1)];
    expect(late.toString('hex', 0, 4)).toBe('ffd8ffe0');
    expect(late.length).toBeGreaterThan(early.length);
  });
});

describe('a caption', () => {
  it('is cut into lines, the last one with dots', () => {
    const words = 'one two three four five six seven eight nine ten';
    const lines = captionLines(words, { width: 100, most: 2 });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/\.\.\.$/);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(100);
  });

  it('cuts a word that is wider than the picture', () => {
    const [line = ''] = captionLines('w'.repeat(500), { width: 100, most: 3 });
    expect(widthOf(line)).toBeLessThanOrEqual(100);
  });

  it.each([
    '',
    'a & b <c> "d"',
    '日本',
    'caf\u00e9 \ud83d half',
    '\u0000\u0007',
    'Ünïcödé — “quotes”',
  ])('of %j is a picture', async (prompt) => {
    const caption = Buffer.from(captionSvg(prompt, SIZE));
    const { info } = await openPixels(await plainPicture(SIZE, [0, 0, 0]).pixels())
      .composite([{ input: caption }])
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(SIZE.width);
  });

  it('says that the picture is simulated', async () => {
    const [dark, marked] = [await plainPicture(SIZE, [0, 0, 0]).pixels(), captionSvg('', SIZE)];
    const pixels = await openPixels(dark)
      .composite([{ input: Buffer.from(marked) }])
      .raw()
      .toBuffer();
    expect(pixels.some((value) => value > 100)).toBe(true);
  });

  it('has letters for what people type', () => {
    const typed =
      'The quick (brown) fox, 100% "jumps": <lora:x:0.8> & {a|b} [c] #1 @2x ~ ^_^ \\ / + = * ; ! ?';
    expect(plainLetters(typed)).toBe(typed);
    expect(plainLetters('Ünïcödé — “x”')).toBe('Unicode - "x"');
    expect(plainLetters('日本')).toBeUndefined();
  });
});

it('chance is the same for the same name', () => {
  const numbers = (name: string): number[] => {
    const chance = new Chance(name);
    return Array.from({ length: 20 }, () => chance.next());
  };
  expect(numbers('a')).toEqual(numbers('a'));
  expect(numbers('a')).not.toEqual(numbers('b'));
  expect(numbers('a').every((value) => value >= 0 && value < 1)).toBe(true);
});

it('colours are what they are called', () => {
  expect(hexOf({ lightness: 1, chroma: 0, hue: 0 })).toBe('#ffffff');
  expect(hexOf({ lightness: 0, chroma: 0, hue: 90 })).toBe('#000000');
  expect(hexOf({ lightness: 0.628, chroma: 0.2577, hue: 29.23 })).toMatch(/^#f/);
  const [red, blue] = [
    { lightness: 0.5, chroma: 0.1, hue: 350 },
    { lightness: 0.7, chroma: 0.1, hue: 10 },
  ];
  expect(between(red, blue, 0.5)).toEqual({ lightness: 0.6, chroma: 0.1, hue: 360 });
});
