import {
  bytes,
  clipLength,
  clipTime,
  count,
  counted,
  dayName,
  duration,
  expectedDuration,
  relativeTime,
  turnOf,
} from './format';

describe('format', () => {
  it.each([
    [0, '0 s'],
    [0.02, '0 s'],
    [7.42, '7.4 s'],
    [12, '12 s'],
    [59.4, '59 s'],
    [180, '3 min'],
    [3_599, '1 h'],
    [7_175, '2 h'],
    [86_399, '1 d'],
    [4_800, '1 h 20 min'],
    [7_200, '2 h'],
    [172_800, '2 d'],
  ])('writes a duration of %s seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  it.each([
    [0.4, 'under 1 s'],
    [7.4, 'about 7 s'],
    [180, 'about 3 min'],
  ])('expects %s seconds to be %s', (seconds, text) => {
    expect(expectedDuration(seconds)).toBe(text);
  });

  it.each([
    [0, '0:00'],
    [0.04, '0.1 s'],
    [0.4, '0.4 s'],
    [0.96, '0:01'],
    [1, '0:01'],
    [5, '0:05'],
    [754, '12:34'],
    [3_723, '1:02:03'],
  ])('writes a clip of %s seconds as %s', (seconds, text) => {
    expect(clipLength(seconds)).toBe(text);
  });

  it.each([
    [0.2, 0.4, '0.2 s'],
    [0, 0.4, '0.0 s'],
    [0.4, 5, '0:00'],
    [0, 0, '0:00'],
  ])('writes the time %s in a clip of %s seconds as %s', (seconds, length, text) => {
    expect(clipTime(seconds, length)).toBe(text);
  });

  it.each([
    [999, '999 B'],
    [640_000, '640 kB'],
    [999_700, '1.0 MB'],
    [99_970_000, '100 MB'],
    [1_400_000, '1.4 MB'],
    [2_300_000_000, '2.3 GB'],
  ])('writes %s bytes as %s', (size, text) => {
    expect(bytes(size)).toBe(text);
  });

  it.each([
    ['2026-03-10T11:59:40Z', 'just now'],
    ['2026-03-10T11:48:00Z', '12 minutes ago'],
    ['2026-03-10T11:00:20Z', '1 hour ago'],
    ['2026-03-09T12:20:00Z', 'yesterday'],
    ['2026-03-03T13:00:00Z', 'Mar 3, 2026'],
    ['2026-03-10T15:00:00Z', 'in 3 hours'],
    ['2026-03-09T12:00:00Z', 'yesterday'],
    ['2026-01-02T12:00:00Z', 'Jan 2, 2026'],
  ])('writes the time %s as %s', (iso, text) => {
    expect(relativeTime(iso, new Date('2026-03-10T12:00:00Z'))).toBe(text);
  });

  it.each([
    [7, 9, 'yesterday'],
    [6, 23, '2 days ago'],
    [2, 23, '6 days ago'],
    [1, 23, 'Mar 1, 2026'],
    [10, 12, 'in 2 days'],
  ])('counts the days of the calendar: March %s, at %s', (day, hour, text) => {
    // Local times, as the calendar of whoever looks is meant.
    const iso = new Date(2026, 2, day, hour).toISOString();
    expect(relativeTime(iso, new Date(2026, 2, 8, 10))).toBe(text);
  });

  it.each([
    [0, 'next'],
    [1, 'next'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [21, '21st'],
    [22, '22nd'],
  ])('writes the turn of a job behind %s others as %s', (inFront, text) => {
    expect(turnOf(inFront)).toBe(text);
  });

  it('groups the digits of large counts', () => {
    expect(count(1_234_567)).toBe('1,234,567');
  });

  it('counts things', () => {
    expect(counted(1, 'job')).toBe('1 job');
    expect(counted(0, 'job')).toBe('0 jobs');
    expect(counted(1_200, 'workflow lacks', 'workflows lack')).toBe('1,200 workflows lack');
  });
});

it.each([
  [new Date(2026, 2, 10, 0, 5), 'Today'],
  [new Date(2026, 2, 9, 23, 55), 'Yesterday'],
  [new Date(2026, 2, 5), 'Thursday'],
  [new Date(2026, 1, 3), 'Feb 3'],
  [new Date(2025, 11, 31), 'Dec 31, 2025'],
])('names the day of %s: %s', (day, name) => {
  expect(dayName(day.toISOString(), new Date(2026, 2, 10, 12))).toBe(name);
});
