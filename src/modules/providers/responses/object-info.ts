import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import type { InputSpec, NodeClassInfo, ObjectInfo } from '../public/comfy-types';
import { JsonTooComplex } from './json-scanner';
import { SharedLists } from './shared-lists';
import type { SharedValues } from './shared-values';
import { textOr } from './tolerant-json';

/** A member of `object_info`. */
export interface NodeClass {
  /** As the node describes it. */
  readonly described: unknown;
  /** Validated: its bounds and choices are usable. `null` if it isn't a class. */
  readonly info: NodeClassInfo | null;
}

/** `GET /object_info` of a node. Equal lists are one list. */
export interface NodeClasses {
  readonly members: ReadonlyMap<string, NodeClass>;
  /** The validated classes. */
  readonly info: ObjectInfo;
}

/** The largest known node has 2,694. Searching and hashing many more blocks other requests for seconds. */
const MAX_CLASSES = 20_000;

/**
 * Reads `object_info` class by class. In `info`, entries that aren't classes are left out, whole-number bounds beyond
 * 2^53 − 1 (seeds go to 2^64 − 1) are clamped, bounds that aren't numbers are dropped. A very long list of choices is
 * dropped: then the input takes any value, and the node validates it. `null`: not a catalogue at all. Throws
 * `JsonTooComplex` when there are too many classes, or they would take too much memory.
 *
 * @param known classes of other nodes, which are used again where they are equal
 */
export async function readObjectInfo(
  members: AsyncIterable<readonly [string, unknown]> | Iterable<readonly [string, unknown]>,
  known: SharedValues<NodeClass>,
): Promise<NodeClasses | null> {
  const lists = new SharedLists();
  const classes = new Map<string, NodeClass>();
  for await (const [name, member] of members) {
    const described = lists.share(member, name);
    const read = (): NodeClass => ({ described, info: readClass(name, described) });
    classes.set(name, known.get([name, described], read));
    if (classes.size > MAX_CLASSES)
      throw new JsonTooComplex(`it holds more than ${MAX_CLASSES} node classes`);
  }
  const info = [...classes].flatMap(([name, one]) => (one.info ? [[name, one.info] as const] : []));
  if (info.length === 0 && classes.size > 0) return null;
  return { members: classes, info: Object.fromEntries(info) };
}

function readClass(name: string, info: unknown): NodeClassInfo | null {
  if (!isRecord(info) || !isRecord(info['input'])) return null;
  const { required, optional, hidden } = info['input'];
  return {
    ...info,
    name: textOr(info['name']) || name,
    output: listOr(info['output']),
    input: {
      ...(required === undefined ? {} : { required: readInputs(required) }),
      ...(optional === undefined ? {} : { optional: readInputs(optional) }),
      ...(hidden === undefined ? {} : { hidden: recordOr(hidden) }),
    },
  };
}

function readInputs(inputs: unknown): Record<string, InputSpec> {
  const read = Object.entries(recordOr(inputs)).flatMap(([name, spec]): [string, InputSpec][] => {
    const [type, options] = listOr(spec);
    if (type === undefined) return [];
    return [[name, shortened(isRecord(options) ? [type, readOptions(type, options)] : [type])]];
  });
  return Object.fromEntries(read);
}

/** Answers with longer lists would take seconds. */
const MAX_CHOICES = 20_000;

/** Drops a very long list of choices, in either of its forms; its first value stays the default. */
function shortened(spec: InputSpec): InputSpec {
  const [type, { options: listed, ...others } = {}] = spec;
  const choices: unknown = type === 'COMBO' ? listed : type;
  return Array.isArray(choices) && choices.length > MAX_CHOICES
    ? ['COMBO', { default: choices[0] as unknown, ...others }]
    : spec;
}

const BOUNDS = ['min', 'max', 'default', 'step'];

function readOptions(type: unknown, options: JsonRecord): JsonRecord {
  if (type !== 'INT' && type !== 'FLOAT') return options;
  return Object.fromEntries(
    Object.entries(options)
      .filter(([name, value]) => !BOUNDS.includes(name) || value !== null)
      .map(([name, value]) => [
        name,
        type === 'INT' && BOUNDS.includes(name) ? clamped(value) : value,
      ]),
  );
}

function clamped(value: unknown): unknown {
  if (typeof value !== 'number') return value;
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
