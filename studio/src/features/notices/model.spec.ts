import { announcement, endAnnouncement, jobHappening, NOTHING_HAPPENED } from './model';

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

describe('announcement', () => {
  it.each([
    ['nothing', {}, ''],
    ['one start', { started: 1 }, '1 started.'],
    ['all of it', { started: 2, done: 3, failed: 1 }, '2 started, 3 done, 1 failed.'],
    [
      'nodes',
      { nodes: { attic: false, studio: true } },
      'Node attic is away, Node studio is back.',
    ],
  ])('says %s', (_title, happenings, expected) => {
    expect(announcement({ ...NOTHING_HAPPENED, ...happenings })).toBe(expected);
  });

  it('tells the desktop of ends only', () => {
    const happenings = { ...NOTHING_HAPPENED, started: 1, done: 2, nodes: { attic: false } };
    expect(endAnnouncement(happenings)).toBe('2 done.');
  });
});
