import { type MeasuredOnNode, measuredNotes } from './measured-notes';

const sized = { kind: 'image', params: { width: {}, height: {} } } as never;
const edit = { kind: 'image', params: { image: {} } } as never;
const clip = { kind: 'video', params: { width: {}, height: {}, length: {} } } as never;
const upscaler = { kind: 'video', params: { video: {} } } as never;

const runs = (rest: string, more: Partial<MeasuredOnNode> = {}): MeasuredOnNode => ({
  provider: 'painter',
  runClass: `abcdefabcdef.${rest}`,
  lastRunAt: 1,
  memory: null,
  statistics: { median_seconds: 12, p90_seconds: 15, samples: 31 },
  ...more,
});
const AFTER = ' take 12 s (median of 31 runs, nine of ten within 15 s).';

describe('measuredNotes', () => {
  it.each<[string, string, never, MeasuredOnNode]>([
    ['pictures', 'pictures of about 1 megapixel in 12 to 22 steps', sized, runs('0.4')],
    ['small ones', 'pictures of about 0.25 megapixels in 1 step', sized, runs('-2.0')],
    ['edits', 'pictures made from about 2 megapixels in 3 to 5 steps', edit, runs('1.2')],
    ['clips', 'clips of about 32 megapixels over all frames in 6 to 11 steps', clip, runs('5.3')],
    ['upscales', 'clips made from about 8 megapixels over all frames', upscaler, runs('3.-')],
    ['what tells no size', 'pictures in 2 steps', edit, runs('-.1')],
    ['runs from before', 'pictures', sized, runs('', { runClass: '' })],
  ])('of %s', (_, subject, workflow, measured) => {
    expect(measuredNotes(workflow, [measured], true)).toEqual([
      `Measured here on painter: ${subject}${AFTER}`,
    ]);
  });

  it('contain the measured memory use', () => {
    const memory = { used: 14.2 * 2 ** 30, total: 23.99 * 2 ** 30 };
    expect(measuredNotes(sized, [runs('0.4', { memory })], true)[0]).toContain(
      'within 15 s); the most seen in use on its device was 14.2 GB of 24 GB, other programs included.',
    );
  });

  it('omit the number of runs for callers who are not admin', () => {
    expect(measuredNotes(sized, [runs('0.4')], false)[0]).toContain('(median, nine of ten');
  });

  it('are limited to the newest six', () => {
    const many = Array.from({ length: 20 }, (_, n) => runs(`${n}.4`, { lastRunAt: n % 10 }));
    const notes = measuredNotes(sized, many, false);
    expect(notes).toHaveLength(6);
    expect(notes[0]).toContain('512 megapixels');
  });
});
