import { Readable } from 'node:stream';
import { QUARTERS_PER_DAY } from '../index/media-counts';
import { isTimeZone, LocalDays } from './day-buckets';

const at = (time: string): number => Date.parse(time);

describe('LocalDays', () => {
  it.each([
    ['UTC', '2026-01-31T23:59:59Z', '2026-01-31'],
    ['Europe/Zurich', '2026-01-31T23:30:00Z', '2026-02-01'],
    ['Europe/Zurich', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Zurich', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Zurich', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['America/New_York', '2026-11-01T04:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T04:30:00Z', '2026-11-01'],
    ['Asia/Kathmandu', '2026-01-31T18:14:00Z', '2026-01-31'],
    ['Asia/Kathmandu', '2026-01-31T18:15:00Z', '2026-02-01'],
  ])('in %s says that %s is on %s', (zone, time, day) => {
    expect(new LocalDays(zone).dayOf(at(time))).toBe(day);
  });

  it('groups quarters of an hour by local day, the latest first', async () => {
    const quarters = new Array<number>(QUARTERS_PER_DAY).fill(0);
    quarters[0] = 2;
    quarters[QUARTERS_PER_DAY - 1] = 3;
    const pages = Readable.from([
      [{ day: '2026-01-31', quarters }],
      [],
      [{ day: '2026-01-30', quarters }],
    ]);
    expect(await new LocalDays('Europe/Zurich').group(pages)).toEqual([
      { day: '2026-02-01', count: 3 },
      { day: '2026-01-31', count: 5 },
      { day: '2026-01-30', count: 2 },
    ]);
  });

  it.each([
    'UTC',
    'Europe/Zurich',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ])('groups quarters in %s as it counts their times', async (zone) => {
    const days = [
      '2026-03-07',
      '2026-03-08',
      '2026-03-28',
      '2026-03-29',
      '2026-10-25',
      '2026-11-01',
    ];
    const quarters = Array.from({ length: QUARTERS_PER_DAY }, (_, quarter) => (quarter % 5) + 1);
    const times = days.flatMap((day) =>
      quarters.flatMap((count, quarter) =>
        new Array<number>(count).fill(Date.parse(day) + quarter * 900_000 + 1),
      ),
    );
    const pages = Readable.from([days.map((day) => ({ day, quarters }))]);
    expect(await new LocalDays(zone).group(pages)).toEqual(new LocalDays(zone).count(times));
  });

  it('counts times by local day', () => {
    const times = ['2026-01-31T22:00:00Z', '2026-01-31T23:30:00Z', '2026-02-01T05:00:00Z'].map(at);
    expect(new LocalDays('Europe/Zurich').count(times)).toEqual([
      { day: '2026-02-01', count: 2 },
      { day: '2026-01-31', count: 1 },
    ]);
  });
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Zurich', 'Asia/Tokyo'])('accepts %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Europe/Nowhere', '../etc'])('refuses %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
