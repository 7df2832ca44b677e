import {
  faultOf,
  type Line,
  nextSpeaker,
  sameLines,
  withLineUp,
  withoutLine,
  writtenLines,
} from './lines';

const line = (text: string, fields: Partial<Line> = {}): Line => ({
  speaker: 'narrator',
  text,
  pause_seconds: 0,
  ...fields,
});

describe('the lines of a shot', () => {
  const lines = [line('a'), line('b'), line('c', { speaker: 'mara' })];
  const texts = (some: readonly Line[]) => some.map(({ text }) => text).join('');

  it.each([
    [0, 'abc'],
    [1, 'bac'],
    [2, 'acb'],
    [3, 'abc'],
  ])('move up: %i', (index, expected) => {
    expect(texts(withLineUp(lines, index))).toBe(expected);
  });

  it('can be removed', () => {
    expect(texts(withoutLine(lines, 1))).toBe('ac');
  });

  it('go on with the same speaker', () => {
    expect([nextSpeaker(lines), nextSpeaker([])]).toEqual(['mara', 'narrator']);
  });

  it('are saved without those that have no text', () => {
    const withEmpty = [line(''), ...lines, line(' ')];
    expect(writtenLines(withEmpty)).toEqual(lines);
    expect(sameLines(withEmpty, lines)).toBe(true);
    expect(sameLines(withEmpty, [line('a')])).toBe(false);
  });

  it.each<[string, Line[], string | undefined]>([
    ['no text', [line(' ')], undefined],
    ['a text that is too long', [line('x'.repeat(4097))], 'too_long'],
    ['too long a pause', [line('x', { pause_seconds: 61 })], 'pause'],
    ['no number', [line('x', { pause_seconds: Number.NaN })], 'pause'],
    ['nothing wrong', lines, undefined],
    ['no lines', [], undefined],
  ])('with %s', (_, some, expected) => {
    expect(faultOf(some)).toBe(expected);
  });
});
