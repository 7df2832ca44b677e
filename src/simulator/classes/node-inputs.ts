import { PythonError } from '../wire/python-error';
import { numberOf, type WireValue } from '../wire/python-float';
import { str, toInt, truthy, typeName } from '../wire/python-text';
import type {
  Conditioning,
  Guider,
  Latent,
  Loaded,
  Noise,
  Pictures,
  Sigmas,
  Sound,
  Value,
  Video,
} from './value';

/** What the class of a node is called, for errors that name it. */
interface Owner {
  readonly className: string;
}

/**
 * The inputs of one node with its links resolved. Wrong kinds give the errors that Python would give, since
 * ComfyUI lets a constant stand where a link belongs until the node runs.
 */
export class NodeInputs {
  constructor(
    private readonly values: ReadonlyMap<string, Value>,
    private readonly owner: Owner,
  ) {}

  get names(): readonly string[] {
    return [...this.values.keys()];
  }

  /** Was something given? What a node hands on as None (the sound of a silent clip) counts as left out. */
  has(name: string): boolean {
    const value = this.values.get(name);
    return value !== undefined && !(value.kind === 'literal' && value.value === null);
  }

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  /** Every input of one kind, in the order of the graph. */
  all<K extends Value['kind']>(kind: K): readonly Extract<Value, { kind: K }>[] {
    return [...this.values.values()].filter(
      (value): value is Extract<Value, { kind: K }> => value.kind === kind,
    );
  }

  constant(name: string): WireValue | undefined {
    const value = this.values.get(name);
    return value?.kind === 'literal' ? value.value : undefined;
  }

  number(name: string, otherwise?: number): number {
    const value = this.constant(name);
    if (typeof value === 'boolean') return Number(value);
    const found = value === undefined ? otherwise : numberOf(value);
    return found ?? this.missing(name);
  }

  text(name: string, otherwise?: string): string {
    const value = this.constant(name);
    if (value === undefined && otherwise !== undefined) return otherwise;
    return value === undefined ? this.missing(name) : str(value);
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.constant(name);
    return value === undefined ? otherwise : truthy(value);
  }

  /** A seed with all its digits. */
  seed(name: string): bigint {
    const value = this.constant(name);
    return value === undefined ? this.missing(name) : BigInt(toInt(value));
  }

  /** `attribute` is what the class asks the value for first; errors name it. */
  pictures(name: string, attribute = 'shape'): Pictures {
    return this.of(name, 'pictures', attribute);
  }

  latent(name: string): Latent {
    const value = this.values.get(name);
    if (value?.kind === 'literal') {
      throw new PythonError('TypeError', `string indices must be integers, not 'str'`);
    }
    return this.of(name, 'latent', 'samples');
  }

  loaded(name: string, attribute = 'clone'): Loaded {
    return this.of(name, 'loaded', attribute);
  }

  conditioning(name: string): Conditioning {
    if (typeof this.constant(name) === 'string') {
      throw new PythonError('IndexError', 'string index out of range');
    }
    return this.of(name, 'conditioning', 'copy');
  }

  sigmas(name: string): Sigmas {
    return this.of(name, 'sigmas', 'shape');
  }

  guider(name: string): Guider {
    return this.of(name, 'guider', 'sample');
  }

  noise(name: string): Noise {
    return this.of(name, 'noise', 'generate_noise');
  }

  video(name: string): Video {
    return this.of(name, 'video', 'get_components');
  }

  sound(name: string): Sound {
    return this.of(name, 'sound', 'get');
  }

  private of<K extends Value['kind']>(
    name: string,
    kind: K,
    attribute: string,
  ): Extract<Value, { kind: K }> {
    const value = this.values.get(name);
    if (value === undefined) return this.missing(name);
    if (value.kind === kind) return value as Extract<Value, { kind: K }>;
    const type = value.kind === 'literal' ? typeName(value.value) : value.kind;
    if (['int', 'float', 'bool', 'NoneType'].includes(type)) {
      throw new PythonError('TypeError', `'${type}' object is not subscriptable`);
    }
    throw new PythonError('AttributeError', `'${type}' object has no attribute '${attribute}'`);
  }

  private missing(name: string): never {
    const call = `${this.owner.className}.execute()`;
    throw new PythonError('TypeError', `${call} missing 1 required positional argument: '${name}'`);
  }
}
