import { isRecord } from '../../../platform/json';

/*
 * Shapes of JSON files that people write, as values: each finds everything that is wrong below a place, in words that
 * name the place (`params.width.grid.step`).
 */

/** Everything that is wrong with a value found at `at`; empty when it fits. */
export type Shape = (value: unknown, at: string) => readonly string[];

export const fits =
  (what: string, test: (value: unknown) => boolean): Shape =>
  (value, at) =>
    test(value) ? [] : [`${at}: ${value === undefined ? 'missing; ' : ''}must be ${what}`];

/** Text with something in it. */
export const words = fits('a text', (value) => typeof value === 'string' && value.trim() !== '');
export const flag = fits('true or false', (value) => typeof value === 'boolean');
export const number = fits('a number', (value) => Number.isFinite(value));
export const wholeNumber = fits('a whole number', (value) => Number.isSafeInteger(value));
export const positive = fits(
  'a whole number from 1',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
);
export const anything: Shape = () => [];
export const plainObject = fits('an object', isRecord);

export const pattern = (what: string, allowed: RegExp): Shape =>
  fits(what, (value) => typeof value === 'string' && allowed.test(value));

export const oneOf = (allowed: readonly unknown[]): Shape =>
  fits(`one of ${allowed.map(String).join(', ')}`, (value) => allowed.includes(value));

export const nullable =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? [] : shape(value, at);

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value, at) => {
    const found = shapes.map((shape) => shape(value, at));
    return found.some((problems) => problems.length === 0) ? [] : (found[0] ?? []);
  };

export const listOf =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => shape(item, `${at}[${String(index)}]`))
      : [`${at}: must be a list`];

/** A list with something in it. */
export const someOf =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value) && value.length === 0
      ? [`${at}: must name one at least; leave it out where anything goes`]
      : listOf(shape)(value, at);

/** A list of exactly these. */
export const tuple =
  (...shapes: readonly Shape[]): Shape =>
  (value, at) =>
    Array.isArray(value) && value.length === shapes.length
      ? shapes.flatMap((shape, index) => shape(value[index], `${at}[${String(index)}]`))
      : [`${at}: must be a list of ${String(shapes.length)}`];

/** An object with keys of the writer's choice. */
export const mapOf =
  (key: RegExp, shape: Shape): Shape =>
  (value, at) => {
    if (!isRecord(value)) return [`${at}: must be an object`];
    return Object.entries(value).flatMap(([name, item]) =>
      key.test(name) && !FORBIDDEN_KEYS.has(name)
        ? shape(item, `${at}.${name}`)
        : [`${at}.${name}: not a good name`],
    );
  };

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** An object with these keys and no others. */
export const objectOf =
  (
    required: Readonly<Record<string, Shape>>,
    optional: Readonly<Record<string, Shape>> = {},
  ): Shape =>
  (value, at) => {
    if (!isRecord(value)) return [`${at}: must be an object`];
    const known = { ...required, ...optional };
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(known, key));
    return [
      ...unknown.map((key) => `${at}.${key}: not known here`),
      ...Object.entries(known)
        .filter(([key]) => Object.hasOwn(required, key) || Object.hasOwn(value, key))
        .flatMap(([key, shape]) => shape(value[key], `${at}.${key}`)),
    ];
  };
