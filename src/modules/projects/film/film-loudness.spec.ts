import { levellingFilters, levellingFor, loudnessOf, nextGain } from './film-loudness';

const report = (integrated: string, peak: string): string =>
  `Summary:\n\n  Integrated loudness:\n    I:         ${integrated} LUFS\n    Threshold: -33.6 LUFS\n\n  True peak:\n    Peak:      ${peak} dBFS\n`;

describe('loudnessOf', () => {
  it('reads what ffmpeg measured', () => {
    expect(loudnessOf(report('-23.4', '-4.0'))).toEqual({ integrated: -23.4, peak: -4 });
  });

  it('reads the last of several reports', () => {
    const log = report('-70.0', '-inf') + report('-23.4', '-4.0');
    expect(loudnessOf(log)).toEqual({ integrated: -23.4, peak: -4 });
  });

  it('returns null for silence and for a log without figures', () => {
    expect([loudnessOf(report('-70.0', '-inf')), loudnessOf('')]).toEqual([null, null]);
  });
});

describe('levellingFor', () => {
  it('changes only the gain if the peaks allow it', () => {
    expect(levellingFor({ integrated: -23, peak: -9 })).toEqual({ gain: 7, isLimited: false });
    expect(levellingFor({ integrated: -10, peak: 0 })).toEqual({ gain: -6, isLimited: false });
  });

  it('limits peaks that the gain would raise too far', () => {
    expect(levellingFor({ integrated: -23, peak: -8 })).toEqual({ gain: 7, isLimited: true });
  });

  it('leaves silence and noise as they are', () => {
    expect([levellingFor(null), levellingFor({ integrated: -65, peak: -50 })]).toEqual([
      null,
      null,
    ]);
    expect(levellingFilters(null, 48_000)).toBe('anull');
  });
});

describe('nextGain', () => {
  it('adds the missing gain, and more if the limiter reduced it', () => {
    const first = { gain: 7, integrated: -18 };
    expect(nextGain([first])).toBe(9);
    expect(nextGain([first, { gain: 9, integrated: -17 }])).toBe(11);
  });

  it('is bounded if more gain changes nothing', () => {
    const same = { integrated: -18 };
    expect(
      nextGain([
        { gain: 7, ...same },
        { gain: 9, ...same },
      ]),
    ).toBe(21);
  });

  it('is null when the loudness is near enough', () => {
    expect(nextGain([{ gain: 7, integrated: -16.1 }])).toBeNull();
  });
});
