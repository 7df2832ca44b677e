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
  if (whole < HOUR) return `${Math.round(whole / MINUTE)} min`;
  if (whole < DAY) {
    const minutes = Math.round((whole % HOUR) / MINUTE);
    const hours = Math.floor(whole / HOUR);
    return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  }
  return `${Math.round(whole / DAY)} d`;
}

/** `about 12 s`, `under 1 s`: an expected duration, without the tenths that it can't promise. */
export const expectedDuration = (seconds: number): string =>
  seconds < 1 ? 'under 1 s' : `about ${duration(Math.round(seconds))}`;

/** `0:05`, `12:34`, `1:02:03`: the length of a clip. */
export function clipLength(seconds: number): string {
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
  const power = Math.min(units.length, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${value >= 100 || power === 1 ? Math.round(value) : value.toFixed(1)} ${units[power - 1]}`;
}

/** `12 minutes ago`, `yesterday`, `in 3 hours`; the date beyond a week. */
export function relativeTime(iso: string, now = new Date()): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (size < MINUTE) return 'just now';
  if (size < HOUR) return format.format(Math.round(seconds / MINUTE), 'minute');
  if (size < DAY) return format.format(Math.round(seconds / HOUR), 'hour');
  if (size < 7 * DAY) return format.format(Math.round(seconds / DAY), 'day');
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(iso));
}

/** The exact local time, for hovering. */
export const exactTime = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

/** `1,234`. */
export const count = (value: number): string => NUMBER.format(value);

const ORDINAL_RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const ORDINAL_ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `2nd`, `11th`. */
export const ordinal = (value: number): string =>
  `${count(value)}${ORDINAL_ENDINGS[ORDINAL_RULES.select(value)] ?? 'th'}`;
