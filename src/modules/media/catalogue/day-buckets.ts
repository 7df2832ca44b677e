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

/** Tells local days. Offsets from UTC are whole quarters of an hour, and change at the beginning of one. */
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
    return isoDay(this.dayNumber(ms));
  }

  /** Counts of local days, the latest first. */
  async group(pages: AsyncIterable<readonly DayQuarters[]>): Promise<DayCount[]> {
    const counts = new Map<string, number>();
    for await (const days of pages) for (const day of days) this.add(counts, day);
    return sortedDays(counts);
  }

  /** Counts of the local days of these times. */
  count(times: readonly number[]): DayCount[] {
    const counts = new Map<number, number>();
    for (const ms of times) increase(counts, this.dayNumber(ms), 1);
    return sortedDays(new Map([...counts].map(([day, count]) => [isoDay(day), count])));
  }

  private add(counts: Map<string, number>, { day, quarters }: DayQuarters): void {
    const start = Date.parse(day);
    const offset = this.offsetOfDay(start);
    const midnight = offset === null ? 0 : localMidnight(offset);
    // Where the offset changes on this day, each quarter is looked at by itself.
    const step = offset === null ? 1 : QUARTERS_PER_DAY;
    for (let from = 0; from < QUARTERS_PER_DAY;) {
      const to = from < midnight ? midnight : Math.min(from + step, QUARTERS_PER_DAY);
      const count = quarters.slice(from, to).reduce((sum, one) => sum + one, 0);
      if (count > 0) increase(counts, this.dayOf(start + from * MS_PER_QUARTER), count);
      from = to;
    }
  }

  /** Local days since 1970. */
  private dayNumber(ms: number): number {
    const quarterStart = Math.floor(ms / MS_PER_QUARTER) * MS_PER_QUARTER;
    return Math.floor((ms + this.offsetAt(quarterStart)) / MS_PER_DAY);
  }

  /** Milliseconds to add to a time in UTC. */
  private offsetAt(ms: number): number {
    return this.offsetOfDay(Math.floor(ms / MS_PER_DAY) * MS_PER_DAY) ?? this.computed(ms);
  }

  /** The one offset of a day in UTC, or null on a day on which it changes. */
  private offsetOfDay(start: number): number | null {
    const offset = this.computed(start);
    return offset === this.computed(start + MS_PER_DAY) ? offset : null;
  }

  private computed(ms: number): number {
    const known = this.offsets.get(ms);
    if (known !== undefined) return known;
    const parts = Object.fromEntries(
      this.format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - ms;
    this.offsets.set(ms, offset);
    return offset;
  }
}

/** The quarter of a day in UTC with which a local day begins. */
const localMidnight = (offset: number): number =>
  (QUARTERS_PER_DAY - ((offset / MS_PER_QUARTER) % QUARTERS_PER_DAY)) % QUARTERS_PER_DAY;

const isoDay = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

function increase<Day>(counts: Map<Day, number>, day: Day, count: number): void {
  counts.set(day, (counts.get(day) ?? 0) + count);
}

const sortedDays = (counts: ReadonlyMap<string, number>): DayCount[] =>
  [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? 1 : -1));
