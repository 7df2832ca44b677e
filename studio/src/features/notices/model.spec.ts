import {
  announcement,
  endAnnouncement,
  jobHappening,
  NOTHING_HAPPENED,
  renewed,
  runEnd,
} from './model';

describe('jobHappening', () => {
  it.each([
    [undefined, 'queued', undefined],
    [undefined, 'running', undefined],
    ['queued', 'running', 'started'],
    ['running', 'running', undefined],
    ['running', 'queued', undefined],
    ['running', 'completed', 'done'],
    [undefined, 'completed', 'done'],
    ['running', 'failed', 'failed'],
    ['queued', 'cancelled', 'cancelled'],
  ] as const)('from %s to %s is %s', (before, now, expected) => {
    expect(jobHappening(before, now)).toBe(expected);
  });
});

it.each([
  ['running', 'completed', 'completed'],
  [undefined, 'failed', 'failed'],
  ['completed', 'completed', undefined],
  ['stopping', 'stopped', undefined],
] as const)('a run that was %s and is %s has ended as %s', (before, now, expected) => {
  expect(runEnd(before, now)).toBe(expected);
});

describe('announcement', () => {
  it.each([
    ['nothing', {}, ''],
    ['one start', { started: 1 }, '1 started.'],
    ['all of it', { started: 2, done: 3, failed: 1 }, '2 started, 3 done, 1 failed.'],
    [
      'runs',
      { runs: { mara_v1: 'completed', mara_v2: 'failed' } as const },
      'mara_v1 is trained, Training of mara_v2 failed.',
    ],
    [
      'nodes',
      { nodes: { attic: false, studio: true } },
      'Node attic is away, Node studio is back.',
    ],
  ])('says %s', (_title, happenings, expected) => {
    expect(announcement({ ...NOTHING_HAPPENED, ...happenings })).toBe(expected);
  });

  it('differs each time, or screen readers would say it once only', () => {
    const first = renewed('1 done.', '');
    const second = renewed('1 done.', first);
    const third = renewed('1 done.', second);
    expect([first, second, third].map((text) => text.trim())).toEqual(Array(3).fill('1 done.'));
    expect(second).not.toBe(first);
    expect(third).not.toBe(second);
  });

  it('tells the desktop of ends only', () => {
    const happenings = { ...NOTHING_HAPPENED, started: 1, done: 2, nodes: { attic: false } };
    expect(endAnnouncement(happenings)).toBe('2 done.');
  });
});
