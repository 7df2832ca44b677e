const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NUMBER = new Intl.NumberFormat('en');

/** `12 s`, `3 min`, `1 h 20 min`, `2 d`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const tenths = Math.round(seconds * 10) / 10;
  if (whole < MINUTE)
    return tenths > 0 && tenths < 10 && tenths % 1 !== 0 ? `${tenths.toFixed(1)} s` : `${whole} s`;
  const minutes = Math.round(whole / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 24) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${Math.round(whole / DAY)} d`;
}

/** `about 12 s`, `under 1 s`: an expected duration, without the tenths that it can't promise. */
export const expectedDuration = (seconds: number): string =>
  seconds < 1 ? 'under 1 s' : `about ${duration(Math.round(seconds))}`;

/** `0.4 s`, `0:05`, `12:34`, `1:02:03`: the length of a clip. */
export const clipLength = (seconds: number): string => clipTime(Math.max(0.1, seconds), seconds);

/** A time in a clip of that length, written like it. */
export function clipTime(seconds: number, length: number): string {
  if (length > 0 && length < 0.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [
    Math.floor(whole / HOUR),
    Math.floor((whole % HOUR) / MINUTE),
    whole % MINUTE,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Bytes as `640 kB`, `1.4 MB`, `2.3 GB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const magnitude = Math.min(units.length, Math.floor(Math.log10(count) / 3));
  // What is rounded to 1,000 of a unit is 1 of the next.
  const isNext = Math.round(count / 1000 ** magnitude) === 1000 && magnitude < units.length;
  const power = isNext ? magnitude + 1 : magnitude;
  const value = count / 1000 ** power;
  return `${value >= 99.95 || power === 1 ? Math.round(value) : value.toFixed(1)} ${units[power - 1]}`;
}

/** Units of relative times with their length in seconds, and from how many on the next larger one is used. */
const RELATIVE_UNITS = [
  ['minute', MINUTE, 60],
  ['hour', HOUR, 24],
] as const;
const MAX_DAYS = 6;

/** Days of the calendar from one time to another. */
function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (DAY * 1000);
  return dayOf(to) - dayOf(from);
}

/** `12 minutes ago`, `yesterday`, `in 3 hours`; the date beyond a week. */
export function relativeTime(iso: string, now = new Date()): string {
  const time = new Date(iso);
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (size < MINUTE) return 'just now';
  for (const [unit, length, limit] of RELATIVE_UNITS) {
    const amount = Math.round(seconds / length);
    if (Math.abs(amount) < limit) return format.format(amount, unit);
  }
  const days = daysBetween(now, time);
  return Math.abs(days) <= MAX_DAYS
    ? format.format(days, 'day')
    : new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(time);
}

/** `Today`, `Yesterday`, `Tuesday` within a week, `Mar 3` within the year, else `Mar 3, 2025`. */
export function dayName(iso: string, now = new Date()): string {
  const time = new Date(iso);
  const days = daysBetween(time, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days <= MAX_DAYS) return new Intl.DateTimeFormat('en', { weekday: 'long' }).format(time);
  const isThisYear = time.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(
    'en',
    isThisYear ? { month: 'short', day: 'numeric' } : { dateStyle: 'medium' },
  ).format(time);
}

/** The exact local time, for hovering. */
export const exactTime = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

/** `1,234`. */
export const count = (value: number): string => NUMBER.format(value);

/** `1 job`, `12 jobs`. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

const ORDINAL_RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const ORDINAL_ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `2nd`, `11th`. */
const ordinal = (value: number): string =>
  `${count(value)}${ORDINAL_ENDINGS[ORDINAL_RULES.select(value)] ?? 'th'}`;

/** `next`, `2nd`: when a waiting job's turn is. The one that runs counts among those in front. */
export const turnOf = (inFront: number): string => (inFront <= 1 ? 'next' : ordinal(inFront));
