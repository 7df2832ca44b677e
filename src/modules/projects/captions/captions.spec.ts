import type { Caption } from '../film/film';
import { cuesOf, fontSizeOf } from './captions';
import { columnsOf } from './line-breaks';

const WIDE = { width: 1920, height: 1080 };
const UPRIGHT = { width: 720, height: 1280 };

const caption = (text: string, part: Partial<Caption> = {}): Caption => ({
  from: 0,
  to: 4,
  text,
  speaker: null,
  ...part,
});

describe('fontSizeOf', () => {
  it.each([
    [{ width: 1920, height: 1080 }, 54],
    [{ width: 1080, height: 1920 }, 65],
    [{ width: 1024, height: 1024 }, 51],
    [{ width: 64, height: 64 }, 10],
  ])('of %j is %i', (frame, size) => {
    expect(fontSizeOf(frame)).toBe(size);
  });
});

describe('cuesOf', () => {
  it('breaks a caption into the lines that the picture has room for', async () => {
    const text = 'I never thought that we would see the sea again';
    expect(await cuesOf([caption(text)], WIDE)).toEqual([
      {
        from: 0,
        to: 4,
        lines: ['I never thought that we', 'would see the sea again'],
        speaker: null,
      },
    ]);
  });

  it('shows at most two lines at once, and the rest after them', async () => {
    const text = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ');
    const cues = await cuesOf([caption(text, { from: 2, to: 8, speaker: 'Ana' })], UPRIGHT);
    expect(cues.length).toBeGreaterThan(1);
    expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(text);
    expect(cues.every(({ lines }) => lines.length <= 2)).toBe(true);
    expect(cues[0]?.from).toBe(2);
    expect(cues.at(-1)?.to).toBe(8);
    for (const [index, cue] of cues.slice(1).entries()) expect(cue.from).toBe(cues[index]?.to);
    expect(new Set(cues.map(({ speaker }) => speaker))).toEqual(new Set(['Ana']));
  });

  it('gives each cue time in proportion to its text', async () => {
    const cues = await cuesOf(
      [caption(`${'a'.repeat(42)}\n${'a'.repeat(42)}\n${'a'.repeat(42)}`)],
      WIDE,
    );
    expect(cues.map(({ from, to }) => to - from)).toEqual([
      expect.closeTo(8 / 3),
      expect.closeTo(4 / 3),
    ]);
  });

  it('never makes a line wider than the picture', async () => {
    const text = '我们明天早上八点在火车站见面，好吗？'.repeat(4);
    const columns = (await cuesOf([caption(text)], UPRIGHT)).flatMap(({ lines }) =>
      lines.map(columnsOf),
    );
    expect(Math.max(...columns) * fontSizeOf(UPRIGHT) * 0.55).toBeLessThanOrEqual(720 * 0.9);
  });

  it('leaves out captions without letters', async () => {
    expect(await cuesOf([caption(' \n\t'), caption('')], WIDE)).toEqual([]);
  });

  it('replaces control characters by spaces, and normalises line breaks', async () => {
    const text = 'a\u0000b\u001bc\r\nd\u2028e\ufeff';
    const cues = await cuesOf([caption(text)], WIDE);
    expect(cues.flatMap(({ lines }) => lines)).toEqual(['a b c', 'd', 'e']);
  });
});
