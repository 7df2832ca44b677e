import type { JsonField, JsonTree } from './json-tree';

/** One complaint about the configuration, for a person: where, and what to write instead. Never the value itself. */
export interface ConfigProblem {
  readonly line: number;
  /** `providers[0].base_url`; empty for the file as a whole. */
  readonly field: string;
  readonly message: string;
}

/** Where a rule stands: the field's path, and the line to blame. */
export interface Spot {
  readonly field: string;
  readonly line: number;
}

/** What one reading of the file shares. */
export interface Reading {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly problems: ConfigProblem[];
}

/** Turns a field, or its absence, into its value. Reports problems instead of throwing, so that all are seen at once. */
export type Rule<T> = (tree: JsonTree | undefined, spot: Spot, reading: Reading) => T;

/** What `check` finds wrong with a value, as a sentence that says what to write; `null`: nothing. */
type Check<T> = (value: T) => string | null;

function complain<T>(reading: Reading, spot: Spot, message: string, instead: T): T {
  reading.problems.push({ ...spot, message });
  return instead;
}

/** `${NAME}` becomes the variable's value, `$${NAME}` the literal `${NAME}`. */
export function expandVariables(value: string, spot: Spot, reading: Reading): string {
  return value.replace(/\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (match, name: string) => {
    if (match.startsWith('$$')) return match.slice(1);
    const found = reading.variables[name];
    if (found !== undefined) return found;
    return complain(
      reading,
      spot,
      `the environment variable ${name} isn't set: set it, or write it into .env`,
      '',
    );
  });
}

/** A text, its variables expanded. */
export function text<D>(otherwise: D, check: Check<string> = () => null): Rule<string | D> {
  return (tree, spot, reading) => {
    if (!tree) return otherwise;
    if (tree.type === 'null' && otherwise === null) return otherwise;
    if (tree.type !== 'string') return complain(reading, spot, 'write a text in quotes', otherwise);
    const before = reading.problems.length;
    const value = expandVariables(tree.value, spot, reading);
    if (reading.problems.length > before) return otherwise;
    const wrong = check(value);
    return wrong === null ? value : complain(reading, spot, wrong, otherwise);
  };
}

export function oneOf<T extends string>(otherwise: T, allowed: readonly T[]): Rule<T> {
  const found = (value: string): T | undefined => allowed.find((item) => item === value);
  const read = text<T>(otherwise, (value) =>
    found(value) === undefined ? `write one of ${allowed.join(', ')}` : null,
  );
  return (tree, spot, reading) => found(read(tree, spot, reading)) ?? otherwise;
}

export function flag(otherwise: boolean): Rule<boolean> {
  return (tree, spot, reading) => {
    if (!tree) return otherwise;
    return tree.type === 'boolean'
      ? tree.value
      : complain(reading, spot, 'write true or false, without quotes', otherwise);
  };
}

export function integer(otherwise: number, minimum: number, maximum: number): Rule<number> {
  const wanted = `write a whole number from ${minimum} to ${maximum}`;
  return (tree, spot, reading) => {
    if (!tree) return otherwise;
    if (tree.type !== 'number' || !Number.isInteger(tree.value)) {
      return complain(reading, spot, wanted, otherwise);
    }
    const inside = tree.value >= minimum && tree.value <= maximum;
    return inside ? tree.value : complain(reading, spot, wanted, otherwise);
  };
}

export function list<T>(otherwise: readonly T[], item: Rule<T>): Rule<readonly T[]> {
  return (tree, spot, reading) => {
    if (!tree) return otherwise;
    if (tree.type !== 'array') return complain(reading, spot, 'write a list: […]', otherwise);
    return tree.items.map((entry, index) =>
      item(entry, { field: `${spot.field}[${index}]`, line: entry.line }, reading),
    );
  };
}

/** An object with any names and text values. */
export function texts(
  checkName: Check<string>,
  checkValue: Check<string>,
): Rule<Record<string, string>> {
  const read = text('', checkValue);
  return (tree, spot, reading) => {
    const values = fieldsOf(tree, spot, reading).map((field) => {
      const at = inside(spot, field);
      const wrong = checkName(field.name);
      if (wrong !== null) complain(reading, at, wrong, null);
      return [field.name, read(field.value, at, reading)] as const;
    });
    return Object.fromEntries(values);
  };
}

/** An object whose names are known; an unknown one is a typo that must be seen. */
export function section<T extends object>(rules: { readonly [K in keyof T]: Rule<T[K]> }): Rule<T> {
  const names = Object.keys(rules) as (keyof T & string)[];
  return (tree, spot, reading) => {
    const fields = fieldsOf(tree, spot, reading);
    for (const field of fields) {
      if (names.some((name) => name === field.name)) continue;
      const known = `there is no such field; known here: ${names.join(', ')}`;
      complain(reading, inside(spot, field), known, null);
    }
    const values = names.map((name) => {
      const field = fields.find((candidate) => candidate.name === name);
      const at = inside(spot, field ?? { name, line: spot.line });
      return [name, rules[name](field?.value, at, reading)] as const;
    });
    return Object.fromEntries(values) as T;
  };
}

/** An object as it stands, its texts expanded. */
export const anyObject: Rule<Record<string, unknown>> = (tree, spot, reading) =>
  Object.fromEntries(
    fieldsOf(tree, spot, reading).map((field) => [
      field.name,
      plain(field.value, inside(spot, field), reading),
    ]),
  );

function plain(tree: JsonTree, spot: Spot, reading: Reading): unknown {
  switch (tree.type) {
    case 'object':
      return anyObject(tree, spot, reading);
    case 'array':
      return tree.items.map((item, index) =>
        plain(item, { field: `${spot.field}[${index}]`, line: item.line }, reading),
      );
    case 'string':
      return expandVariables(tree.value, spot, reading);
    case 'null':
      return null;
    case 'number':
    case 'boolean':
      return tree.value;
  }
}

function fieldsOf(tree: JsonTree | undefined, spot: Spot, reading: Reading): readonly JsonField[] {
  if (!tree) return [];
  return tree.type === 'object' ? tree.fields : complain(reading, spot, 'write an object: {…}', []);
}

function inside(spot: Spot, field: { readonly name: string; readonly line: number }): Spot {
  return {
    field: spot.field === '' ? field.name : `${spot.field}.${field.name}`,
    line: field.line,
  };
}
