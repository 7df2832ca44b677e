import { QUARTERS_PER_DAY } from '../index/media-counts';

/** How many media were made on a day. */
export interface DayCount {
  /** `2026-01-31`, in the time zone that was asked for. */
  readonly day: string;
  readonly count: number;
}

/** Days in UTC with the counts of their quarters of an hour. */
export interface DayQuarters {
  readonly day: string;
  readonly quarters: readonly number[];
}

const MS_PER_DAY = 86_400_000;
const MS_PER_QUARTER = MS_PER_DAY / QUARTERS_PER_DAY;

/** Whether the time zone is known, such as `Europe/Zurich`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Tells the local day of a time. Offsets from UTC change at most once a day, and by whole quarters of an hour. */
export class LocalDays {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();

  /** @param timeZone as {@link isTimeZone} accepts it */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** @param ms milliseconds since 1970 */
  dayOf(ms: number): string {
    return new Date(ms + this.offsetAt(ms)).toISOString().slice(0, 10);
  }

  /** Counts of local days, the latest first. */
  group(days: readonly DayQuarters[]): DayCount[] {
    const counts = new Map<string, number>();
    for (const { day, quarters } of days) {
      const start = Date.parse(day);
      quarters.forEach((count, quarter) => {
        if (count === 0) return;
        const local = this.dayOf(start + quarter * MS_PER_QUARTER);
        counts.set(local, (counts.get(local) ?? 0) + count);
      });
    }
    return sortedDays(counts);
  }

  /** Counts of the local days of these times. */
  count(times: readonly number[]): DayCount[] {
    const counts = new Map<string, number>();
    for (const ms of times) counts.set(this.dayOf(ms), (counts.get(this.dayOf(ms)) ?? 0) + 1);
    return sortedDays(counts);
  }

  /** Milliseconds to add to a time in UTC. Kept for each quarter of an hour, because computing it is slow. */
  private offsetAt(ms: number): number {
    const day = Math.floor(ms / MS_PER_DAY) * MS_PER_DAY;
    const atStart = this.computed(day);
    // Most days have one offset.
    if (atStart === this.computed(day + MS_PER_DAY)) return atStart;
    return this.computed(Math.floor(ms / MS_PER_QUARTER) * MS_PER_QUARTER);
  }

  private computed(ms: number): number {
    const known = this.offsets.get(ms);
    if (known !== undefined) return known;
    const parts = Object.fromEntries(
      this.format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const offset =
      Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
    this.offsets.set(ms, offset);
    return offset;
  }
}

const sortedDays = (counts: ReadonlyMap<string, number>): DayCount[] =>
  [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? 1 : -1));
