import { captionsOfShot, type ShotTexts } from './shot-captions';

const line = (text: string, speaker: string | null = null, pause_seconds = 0) => ({
  text,
  speaker,
  pause_seconds,
});

const texts = (part: Partial<ShotTexts>): ShotTexts => ({
  subtitle: '',
  lines: [],
  seconds: 6,
  speech: null,
  ...part,
});

describe('captionsOfShot', () => {
  it('shows each line while it is spoken, and nothing in the pauses', () => {
    const lines = [line('Who is there?', 'Ana', 0.5), line('Me.', 'Bo')];
    const speech = { starts_at: 0.25, seconds: 3, line_seconds: [1.5, 1] };
    expect(captionsOfShot(texts({ lines, speech }))).toEqual([
      { from: 0.25, to: 1.75, text: 'Who is there?', speaker: 'Ana' },
      { from: 2.25, to: 3.25, text: 'Me.', speaker: 'Bo' },
    ]);
  });

  it('divides a speech without line lengths in proportion to the text', () => {
    const lines = [line('aaaa', null, 1), line('aa', null, 5)];
    const speech = { starts_at: 0, seconds: 4, line_seconds: null };
    expect(captionsOfShot(texts({ lines, speech })).map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [3, 4],
    ]);
  });

  it('divides the whole shot if nobody speaks', () => {
    const lines = [line('aaaa'), line('中文')];
    expect(captionsOfShot(texts({ lines })).map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 6],
    ]);
  });

  it.each([
    ['nobody speaks', { seconds: 5 }],
    [
      'only the length of the whole speech is known',
      { speech: { starts_at: 0, seconds: 5, line_seconds: null } },
    ],
  ])('leaves half of the time to the lines between long pauses if %s', (_, part) => {
    const lines = [line('One.', null, 60), line('Two.', null, 60)];
    expect(captionsOfShot(texts({ lines, ...part })).map(({ from, to }) => [from, to])).toEqual([
      [0, 1.25],
      [3.75, 5],
    ]);
  });

  it('ignores lengths of a speech that had other lines', () => {
    const speech = { starts_at: 0, seconds: 2, line_seconds: [1, 1] };
    expect(captionsOfShot(texts({ lines: [line('a')], speech }))).toEqual([
      { from: 0, to: 2, text: 'a', speaker: null },
    ]);
  });

  it('shows the subtitle instead of the lines, for as long as somebody speaks', () => {
    const speech = { starts_at: 1, seconds: 2, line_seconds: [2] };
    const shot = texts({ subtitle: 'Wer ist da?', lines: [line('Who is there?')], speech });
    expect(captionsOfShot(shot)).toEqual([{ from: 1, to: 3, text: 'Wer ist da?', speaker: null }]);
  });

  it('has no captions without texts', () => {
    expect(captionsOfShot(texts({ subtitle: ' \n' }))).toEqual([]);
  });
});
