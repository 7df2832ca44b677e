import { type WireValue, numberOf } from '../wire/json';
import { PythonError, str, toInt, truthy } from '../wire/python';
import type { Value } from './value';

/** The inputs of one node with its links resolved. Reading a missing input, or one of another kind, throws `PythonError`. */
export class NodeInputs {
  constructor(
    private readonly values: ReadonlyMap<string, Value>,
    private readonly className: string,
  ) {}

  get names(): readonly string[] {
    return [...this.values.keys()];
  }

  /** A linked None (the sound of a silent clip) counts as left out. */
  has(name: string): boolean {
    const value = this.values.get(name);
    return value !== undefined && !(value.kind === 'literal' && value.value === null);
  }

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  /** Every input of one kind, in the order of the graph. */
  all<K extends Value['kind']>(kind: K): readonly Extract<Value, { kind: K }>[] {
    return [...this.values.values()].filter((value) => isOf(value, kind));
  }

  /** The input of that name; throws when it is missing or of another kind. */
  required<K extends Value['kind']>(kind: K, name: string): Extract<Value, { kind: K }> {
    const value = this.values.get(name);
    if (value !== undefined && isOf(value, kind)) return value;
    const problem = value === undefined ? 'is missing' : `is not of the kind ${kind}`;
    throw new PythonError('TypeError', `${this.className}: the input '${name}' ${problem}`);
  }

  /** The input of that name, or `undefined` when it is left out. */
  optional<K extends Value['kind']>(
    kind: K,
    name: string,
  ): Extract<Value, { kind: K }> | undefined {
    return this.has(name) ? this.required(kind, name) : undefined;
  }

  constant(name: string): WireValue | undefined {
    const value = this.values.get(name);
    return value?.kind === 'literal' ? value.value : undefined;
  }

  number(name: string, fallback?: number): number {
    const value = this.constant(name);
    if (typeof value === 'boolean') return Number(value);
    const number = value === undefined ? fallback : numberOf(value);
    return number ?? Number(this.required('literal', name).value);
  }

  text(name: string, fallback?: string): string {
    const value = this.constant(name);
    if (value === undefined && fallback !== undefined) return fallback;
    return str(value ?? this.required('literal', name).value);
  }

  flag(name: string, fallback = false): boolean {
    const value = this.constant(name);
    return value === undefined ? fallback : truthy(value);
  }

  /** A seed as a `bigint`, because large seeds lose digits as a `number`. */
  seed(name: string): bigint {
    return BigInt(toInt(this.required('literal', name).value));
  }
}

function isOf<K extends Value['kind']>(
  value: Value,
  kind: K,
): value is Extract<Value, { kind: K }> {
  return value.kind === kind;
}
