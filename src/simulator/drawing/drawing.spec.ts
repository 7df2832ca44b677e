import { captionPixels } from './caption';
import { between, hexOf } from './colour';
import { SeededRandom, type PictureSpec } from './picture-spec';
import { blendedPixels, drawCaption } from './blending';
import { specPicture } from './paint';
import { openPixels, Picture, plainMask, plainPicture, type Pixels, rawPixels } from './picture';
import { blendedPictures } from './picture-operations';
import { previewsOf } from './preview';

const SIZE = { width: 96, height: 64 };
const DREAM: PictureSpec = {
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

async function drawn(changes: Partial<PictureSpec> = {}): Promise<Pixels> {
  return specPicture({ ...DREAM, ...changes }, SIZE).pixels();
}

/** Mean difference of two pictures' channels, above the caption. */
function distance(a: Pixels, b: Pixels): number {
  const rows = a.width * a.height * 3 * 0.3;
  let sum = 0;
  for (let index = 0; index < rows; index++)
    sum += Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0));
  return sum / rows;
}

describe('a sampled picture', () => {
  it('is drawn the same every time, in its size', async () => {
    const [first, second] = [await drawn(), await drawn()];
    expect(first).toMatchObject({ ...SIZE, channels: 3 });
    expect(first.data.equals(second.data)).toBe(true);
  });

  it.each<[string, Partial<PictureSpec>]>([
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

  it('shows less of its source with more strength', async () => {
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

  it('keeps the source where the mask is black', async () => {
    const source = plainPicture(SIZE, [10, 200, 90]);
    const picture = await drawn({ source, mask: plainMask(SIZE, 0) });
    expect(distance(picture, await source.pixels())).toBe(0);
  });

  it('is previewed as a JPEG that gets sharper', async () => {
    const preview = previewsOf(DREAM, SIZE);
    const [early, late] = [await preview(0.1), await preview(1)];
    expect(late.toString('hex', 0, 4)).toBe('ffd8ffe0');
    expect(late.length).toBeGreaterThan(early.length);
  });
});

describe('a caption', () => {
  const white = async (prompt: string, size = SIZE): Promise<number> => {
    const { data } = await captionPixels(prompt, size);
    return data.filter((value, index) => index % 4 === 0 && value > 100).length;
  };

  it.each([
    ['nothing', ''],
    ['markup', 'a & b <c> "d"'],
    ['letters that the font lacks', '日本'],
    ['half of a letter', 'caf\u00e9 \ud83d half'],
    ['control characters', '\u0000\u0007'],
    ['accents and quotes', 'Ünïcödé — “quotes”'],
    ['one endless word', 'w'.repeat(5000)],
    ['many words', 'many words '.repeat(500)],
  ])('of %s is as large as the picture', async (_title, prompt) => {
    for (const size of [SIZE, { width: 16, height: 16 }, { width: 512, height: 40 }]) {
      const caption = await captionPixels(prompt, size);
      expect(caption).toMatchObject({ ...size, channels: 4 });
      expect(caption.data).toHaveLength(size.width * size.height * 4);
    }
  });

  it('marks the picture as simulated', async () => {
    expect(await white('')).toBeGreaterThan(20);
  });

  it('shows the prompt beside the mark', async () => {
    const size = { width: 512, height: 512 };
    expect(await white('a red fox', size)).toBeGreaterThan(1.5 * (await white('', size)));
  });

  it('leaves the upper half free for any length of the prompt', async () => {
    const { data } = await captionPixels('many words '.repeat(500), { width: 512, height: 512 });
    expect(data.subarray(0, data.length / 2).every((value) => value === 0)).toBe(true);
  });
});

describe('blending', () => {
  // Large enough to be blended in more than one slice.
  const side = 1050;
  const filled = (channels: 3 | 4, value: number): Pixels => {
    const data = Buffer.alloc(side * side * channels, value);
    return { width: side, height: side, channels, data };
  };

  it('mixes every pixel of two pictures by the share of the second', async () => {
    for (const [share, value] of [
      [0, 100],
      [0.25, 125],
      [1, 200],
    ] as const) {
      const { data } = await blendedPixels(filled(3, 100), filled(3, 200), share);
      expect(data.equals(Buffer.alloc(data.length, value))).toBe(true);
    }
  });

  it.each([
    [3, 4],
    [4, 3],
  ] as const)('blends a picture of %i channels with one of %i', async (first, second) => {
    const picture = (channels: 3 | 4, value: number) =>
      new Picture(SIZE, channels, () =>
        rawPixels(
          openPixels({
            ...SIZE,
            channels,
            data: Buffer.alloc(SIZE.width * SIZE.height * channels, value),
          }),
          channels,
        ),
      );
    const { channels, data } = await blendedPictures(
      picture(first, 100),
      picture(second, 200),
      0.5,
    ).pixels();
    expect(channels).toBe(first);
    expect([...data.subarray(0, 3)]).toEqual([150, 150, 150]);
  });

  it('mixes a caption into a picture by its opacity', async () => {
    const picture = filled(3, 100);
    const caption = filled(4, 0);
    caption.data.set([200, 0, 100, 255], 0);
    caption.data.set([200, 0, 100, 51], caption.data.length - 4);
    await drawCaption(picture, caption);
    const { data } = picture;
    expect([...data.subarray(0, 6)]).toEqual([200, 0, 100, 100, 100, 100]);
    expect([...data.subarray(-6)]).toEqual([100, 100, 100, 120, 80, 100]);
    expect(data.subarray(3, -3).equals(filled(3, 100).data.subarray(3, -3))).toBe(true);
  });
});

it('a seeded random gives the same numbers for the same name', () => {
  const numbers = (name: string): number[] => {
    const random = new SeededRandom(name);
    return Array.from({ length: 20 }, () => random.next());
  };
  expect(numbers('a')).toEqual(numbers('a'));
  expect(numbers('a')).not.toEqual(numbers('b'));
  expect(numbers('a').every((value) => value >= 0 && value < 1)).toBe(true);
});

it('converts colours to hexadecimal', () => {
  expect(hexOf({ lightness: 1, chroma: 0, hue: 0 })).toBe('#ffffff');
  expect(hexOf({ lightness: 0, chroma: 0, hue: 90 })).toBe('#000000');
  expect(hexOf({ lightness: 0.628, chroma: 0.2577, hue: 29.23 })).toMatch(/^#f/);
  const [red, blue] = [
    { lightness: 0.5, chroma: 0.1, hue: 350 },
    { lightness: 0.7, chroma: 0.1, hue: 10 },
  ];
  expect(between(red, blue, 0.5)).toEqual({ lightness: 0.6, chroma: 0.1, hue: 360 });
});
