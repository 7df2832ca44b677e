import type { Cue } from './captions';
import { srtFile, vttFile } from './subtitle-files';

const cue = (lines: readonly string[], part: Partial<Cue> = {}): Cue => ({
  from: 1.5,
  to: 3.0004,
  lines,
  speaker: null,
  ...part,
});

describe('srtFile', () => {
  it('numbers the cues and writes their times in milliseconds', () => {
    const late = cue(['Bye.'], { from: 3599.9996, to: 360_000.25 });
    expect(srtFile([cue(['Hello,', 'who is there?']), late])).toBe(
      [
        '1',
        '00:00:01,500 --> 00:00:03,000',
        'Hello,',
        'who is there?',
        '',
        '2',
        '01:00:00,000 --> 100:00:00,250',
        'Bye.',
        '',
      ].join('\n'),
    );
  });

  it('shows markup as text', () => {
    expect(srtFile([cue(['<i>a</i> {\\an8}'])])).toContain(
      '<\u2060i>a<\u2060/i> {\u2060\\\u2060an8}',
    );
    expect(srtFile([cue(['C:\\New'])])).toContain('C:\\\u2060New\n');
    expect(srtFile([cue(['00:00:09,000 --> 00:00:10,000'])])).toContain(
      '00:00:09,000 --\u2060> 00:00:10,000\n',
    );
  });

  it('returns an empty file without cues', () => {
    expect(srtFile([])).toBe('');
  });
});

describe('vttFile', () => {
  it('escapes text, names the speaker, and never ends a cue at its start', () => {
    const spoken = cue(['a --> b & <c>'], { from: 2, to: 2, speaker: 'Ana\n& <Bo>' });
    expect(vttFile([spoken, cue(['d'])])).toBe(
      [
        'WEBVTT',
        '',
        '00:00:02.000 --> 00:00:02.001',
        '<v Ana &amp; &lt;Bo&gt;>a --&gt; b &amp; &lt;c&gt;</v>',
        '',
        '00:00:01.500 --> 00:00:03.000',
        'd',
        '',
      ].join('\n'),
    );
  });

  it('returns a valid file without cues', () => {
    expect(vttFile([])).toBe('WEBVTT\n');
  });
});
