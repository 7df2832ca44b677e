import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { ShotLine } from '../records/shot.entity';
import { type SentLines, sentLines, shorthandOf } from './shot-lines';

const HI: ShotLine = { speaker: 'mara', text: 'Hi.', pause_seconds: 0.5 };
const HO: ShotLine = { speaker: 'narrator', text: 'Ho.', pause_seconds: 0 };

describe('sentLines', () => {
  it.each<[string, SentLines, ShotLine[], readonly ShotLine[] | undefined]>([
    ['leaves them when nothing is sent', {}, [HI], undefined],
    [
      'replaces all by lines',
      { lines: [{ speaker: 'tom', text: 'No.' }] },
      [HI, HO],
      [{ speaker: 'tom', text: 'No.', pause_seconds: 0 }],
    ],
    ['clears them with null for lines', { lines: null }, [HI], []],
    ['clears them with null for dialogue', { dialogue: null }, [HI], []],
    ['clears them with null for speaker', { speaker: null }, [HI, HO], []],
    ['clears them with an empty dialogue', { dialogue: '' }, [HI], []],
    ['sets one line of the narrator', { dialogue: 'Ho.' }, [], [HO]],
    [
      'keeps speaker and pause of the one line',
      { dialogue: 'Yes.' },
      [HI],
      [{ ...HI, text: 'Yes.' }],
    ],
    ['changes the speaker of the one line', { speaker: 'tom' }, [HI], [{ ...HI, speaker: 'tom' }]],
    ['replaces several lines by one', { dialogue: 'Ho.', speaker: 'narrator' }, [HI, HI], [HO]],
    [
      'prefers lines to a null beside them',
      { lines: [HI, HO], dialogue: null, speaker: null },
      [],
      [HI, HO],
    ],
    ['takes an answer that is sent back', { lines: [HI], ...shorthandOf([HI]) }, [], [HI]],
  ])('%s', (_, sent, before, after) => {
    expect(sentLines(sent, before)).toEqual(after);
  });

  it.each<[string, SentLines, ShotLine[]]>([
    ['lines with dialogue', { lines: [HI], dialogue: 'Hi.' }, []],
    ['lines with speaker', { lines: [HI], speaker: 'mara' }, []],
    ['a speaker of several lines', { speaker: 'tom' }, [HI, HO]],
    ['a speaker of no line', { speaker: 'tom' }, []],
  ])('refuses %s', (_, sent, before) => {
    expect(() => sentLines(sent, before)).toThrow(ValidationFailed);
  });
});
