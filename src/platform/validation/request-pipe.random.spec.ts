import { SeededRandom } from '../../../test/support/seeded-random';
import type { ConfigService } from '../config/config.service';
import { ValidationFailed } from '../errors/validation-failed';
import {
  OptionalAnyObject,
  OptionalInt,
  OptionalNested,
  OptionalNestedArray,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
} from './body-fields';
import { RequestPipe } from './request-pipe';

class Leaf {
  @OptionalStr({ max: 3 }) text?: string;
  @OptionalNum({ min: 0 }) number?: number;
}

class Tree {
  @OptionalStr() text?: string;
  @OptionalInt() number?: number;
  @OptionalOneOf(['a', 'b']) choice?: string;
  @OptionalStrArray() list?: string[];
  @OptionalNested(() => Leaf) leaf?: Leaf;
  @OptionalNestedArray(() => Leaf) leaves?: Leaf[];
  @OptionalAnyObject() any?: Record<string, unknown>;
}

const KEYS = [
  ...['text', 'number', 'choice', 'list', 'leaf', 'leaves', 'any', 'nope', '', '0', 'length'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'then',
    'toJSON',
    '\0',
    '\ud800',
  ],
];
const VALUES = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e400', '-1e400', '9007199254740993', '1e-400'],
  ...[
    '""',
    '"a"',
    '"\\u0000"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '[]',
    '{}',
    '[[]]',
    '"constructor"',
  ],
];

/** JSON text of any shape, with everything in it that has ever hurt. */
function anyJson(random: SeededRandom, depth: number): string {
  const kind = depth > 5 ? 0 : random.below(4);
  if (kind < 2) return random.pick(VALUES);
  const members = Array.from({ length: random.below(5) }, () => anyJson(random, depth + 1));
  if (kind === 2) return `[${members.join(',')}]`;
  return `{${members.map((one) => `${JSON.stringify(random.pick(KEYS))}:${one}`).join(',')}}`;
}

const BODIES = 5_000;

describe('RequestPipe on random bodies', () => {
  const pipe = new RequestPipe({
    current: () => ({ limits: { array_items: 3, prompt_chars: 10 } }),
  } as unknown as ConfigService);

  it('accepts them or reports errors, each with its path in the body', () => {
    const random = SeededRandom.for('random bodies');
    for (let n = 0; n < BODIES; n += 1) {
      const text = anyJson(random, 0);
      const body: unknown = JSON.parse(text);
      const tell = (): unknown => pipe.transform(body, { type: 'body', metatype: Tree });
      const fault = caught(tell);
      if (fault === undefined) continue;
      if (!(fault instanceof ValidationFailed)) throw new Error(text, { cause: fault });
      const places = fault.errors.map(({ loc, type }) => JSON.stringify([loc, type]));
      expect(new Set(places).size).toBe(places.length);
      for (const { loc } of fault.errors)
        expect([text, at(body, loc.slice(1))]).toEqual([text, true]);
    }
  });
});

function caught(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Does this place exist, at least down to its parent? */
function at(body: unknown, loc: readonly (string | number)[]): boolean {
  let here = body;
  for (const [index, key] of loc.entries()) {
    if (typeof here !== 'object' || here === null) return false;
    if (Array.isArray(here) !== (typeof key === 'number')) return false;
    if (index < loc.length - 1 && !Object.hasOwn(here, key)) return false;
    here = Object.getOwnPropertyDescriptor(here, key)?.value;
  }
  return true;
}
