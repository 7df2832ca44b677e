import { errorsOf, runPipe as run } from '../../../test/support/request-pipe';
import { ValidationFailed } from '../errors/validation-failed';
import {
  AnyObject,
  Flag,
  Int,
  IntArray,
  Nested,
  NestedArray,
  Num,
  OneOf,
  OptionalAnyObject,
  OptionalFlag,
  OptionalInt,
  OptionalIntArray,
  OptionalNested,
  OptionalNestedArray,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
  StrArray,
} from './body-fields';
import { PatchDto } from './field';

class Voice {
  @Str() voice_id: string;
  @OptionalStr() name?: string;
}

class Binding {
  @Str({ min: 1 }) id: string;
  @OptionalNum({ min: 0, max: 2 }) strength?: number;
  @OptionalNested(() => Voice) voice?: Voice;
}

class Order {
  @Str({ min: 2, max: 5, pattern: /^[a-z]*$/ }) name: string;
  @Int({ min: 1, max: 10 }) count: number;
  @OptionalInt() seed?: number;
  @OptionalNum() cfg?: number;
  @OptionalFlag() submit?: boolean;
  @OptionalOneOf(['t2v', 'i2v']) mode?: string;
  @OptionalStrArray({ item: { min: 1, max: 3 }, max: 4 }) tags?: string[];
  @OptionalIntArray({ item: { min: 0 } }) sizes?: number[];
  @OptionalNestedArray(() => Binding) bindings?: Binding[];
  @OptionalAnyObject() extra?: Record<string, unknown>;
  @OptionalStr({ limit: 'prompt_chars' }) prompt?: string;
  @ReadOnlyField() created_at?: string;
}

class Change extends PatchDto {
  @OptionalStr({ nullable: false }) name?: string;
  @OptionalStr() note?: string | null;
  @OptionalNested(() => Voice) voice?: Voice | null;
}

class Everything {
  @OneOf(['a', 'b']) word: string;
  @NestedArray(() => Binding, { min: 1 }) list: Binding[];
  @AnyObject() any: Record<string, unknown>;
  @Nested(() => Voice) voice: Voice;
  @Num({ max: 1 }) ratio: number;
  @Flag() yes: boolean;
  @StrArray({ min: 2 }) words: string[];
  @IntArray() numbers: number[];
}

const good = { name: 'abc', count: 2 };
const bodyErrors = (change: Record<string, unknown>) =>
  errorsOf(() => run({ ...good, ...change }, 'body', Order));
const GE = { ge: -9007199254740991 };
const LE = { le: 9007199254740991 };

describe('RequestPipe on bodies', () => {
  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['nothing wrong', {}, []],
    ['text for an integer', { count: '5' }, [['body.count', 'int_type']]],
    ['a fraction for an integer', { count: 1.5 }, [['body.count', 'int_type']]],
    ['a whole float for an integer', { count: 1.0 }, []],
    ['a flag for an integer', { count: true }, [['body.count', 'int_type']]],
    ['null for a required field', { count: null }, [['body.count', 'int_type']]],
    ['too small', { count: 0 }, [['body.count', 'greater_than_equal', { ge: 1 }]]],
    ['too large', { count: 11 }, [['body.count', 'less_than_equal', { le: 10 }]]],
    ['beyond exact numbers', { seed: 2 ** 53 }, [['body.seed', 'less_than_equal', LE]]],
    ['below exact numbers', { seed: -(2 ** 53) }, [['body.seed', 'greater_than_equal', GE]]],
    ['the largest exact number', { seed: 2 ** 53 - 1 }, []],
    ['an infinite number', { cfg: Infinity }, [['body.cfg', 'less_than_equal', LE]]],
    ['an infinite integer', { seed: -Infinity }, [['body.seed', 'greater_than_equal', GE]]],
    ['text for a number', { cfg: '1' }, [['body.cfg', 'float_type']]],
    ['a number for a flag', { submit: 1 }, [['body.submit', 'bool_type']]],
    ['text for a flag', { submit: 'true' }, [['body.submit', 'bool_type']]],
    ['a number for text', { name: 5 }, [['body.name', 'string_type']]],
    ['a list for text', { name: ['abc'] }, [['body.name', 'string_type']]],
    ['short text', { name: 'a' }, [['body.name', 'string_too_short', { min_length: 2 }]]],
    ['four emoji count four', { prompt: '😀😀😀😀😀😀' }, []],
    [
      'variation selectors count as characters',
      { prompt: '\ufe0f'.repeat(11) },
      [['body.prompt', 'string_too_long', { max_length: 10 }]],
    ],
    [
      'variation selectors count in the field, too',
      { name: 'a' + '\ufe0f'.repeat(5) },
      [
        ['body.name', 'string_too_long', { max_length: 5 }],
        ['body.name', 'string_pattern_mismatch', { pattern: '^[a-z]*$' }],
      ],
    ],
    ['no word of the list', { mode: 'x' }, [['body.mode', 'enum', { expected: ['t2v', 'i2v'] }]]],
    ['a number for a word', { mode: 1 }, [['body.mode', 'string_type']]],
    ['no list', { tags: 'a' }, [['body.tags', 'list_type']]],
    [
      'a wrong item',
      { tags: ['a', 5, ''] },
      [
        ['body.tags.1', 'string_type'],
        ['body.tags.2', 'string_too_short', { min_length: 1 }],
      ],
    ],
    [
      'too many items',
      { tags: ['a', 'b', 'c', 'd', 'e'] },
      [['body.tags', 'value_error', { max_items: 4 }]],
    ],
    [
      'an integer list',
      { sizes: [1, 1.5, -1] },
      [
        ['body.sizes.1', 'int_type'],
        ['body.sizes.2', 'greater_than_equal', { ge: 0 }],
      ],
    ],
    ['no object', { extra: [] }, [['body.extra', 'dict_type']]],
    ['an unknown field', { nope: 1 }, [['body.nope', 'extra_forbidden']]],
    [
      'an unknown field named like a method',
      { toString: 1 },
      [['body.toString', 'extra_forbidden']],
    ],
    [
      'an unknown field that each object has as a method',
      { hasOwnProperty: 1 },
      [['body.hasOwnProperty', 'extra_forbidden']],
    ],
    ['a read-only field', { created_at: 5 }, []],
    [
      'a limit of the configuration',
      { prompt: 'a'.repeat(11) },
      [['body.prompt', 'string_too_long', { max_length: 10 }]],
    ],
    ['NUL', { prompt: 'a\0' }, [['body.prompt', 'value_error']]],
    ['a lone surrogate', { prompt: '\ud800' }, [['body.prompt', 'value_error']]],
    ['a NUL where the type is wrong', { count: '\0' }, [['body.count', 'int_type']]],
    [
      'two rules of one field',
      { name: 'ABCDEF' },
      [
        ['body.name', 'string_too_long', { max_length: 5 }],
        ['body.name', 'string_pattern_mismatch', { pattern: '^[a-z]*$' }],
      ],
    ],
  ])('%s', (_, change, expected) => {
    expect(bodyErrors(change)).toEqual(expected);
  });

  it.each<[string, unknown, unknown[]]>([
    ['an object for a list', { id: 'a', nope: 1 }, [['body.bindings', 'list_type']]],
    [
      'items that are not objects',
      [5, null, [], 'x'],
      [
        ['body.bindings.0', 'dict_type'],
        ['body.bindings.1', 'dict_type'],
        ['body.bindings.2', 'dict_type'],
        ['body.bindings.3', 'dict_type'],
      ],
    ],
    ['a field missing in the second', [{ id: 'a' }, {}], [['body.bindings.1.id', 'missing']]],
    [
      'wrong and unknown fields',
      [{ id: '', strength: 3, nope: 1 }],
      [
        ['body.bindings.0.id', 'string_too_short', { min_length: 1 }],
        ['body.bindings.0.strength', 'less_than_equal', { le: 2 }],
        ['body.bindings.0.nope', 'extra_forbidden'],
      ],
    ],
    [
      'an object in an object',
      [{ id: 'a', voice: { name: 1, x: 2 } }],
      [
        ['body.bindings.0.voice.voice_id', 'missing'],
        ['body.bindings.0.voice.name', 'string_type'],
        ['body.bindings.0.voice.x', 'extra_forbidden'],
      ],
    ],
    ['a list for an object', [{ id: 'a', voice: [] }], [['body.bindings.0.voice', 'dict_type']]],
  ])('nested: %s', (_, bindings, expected) => {
    expect(bodyErrors({ bindings })).toEqual(expected);
  });

  it('reports all violations at once', () => {
    const all = errorsOf(() => run({ count: 'x', mode: 'y', zzz: '\0' }, 'body', Order));
    expect(all).toEqual([
      ['body.name', 'missing'],
      ['body.count', 'int_type'],
      ['body.mode', 'enum', { expected: ['t2v', 'i2v'] }],
      ['body.zzz', 'extra_forbidden'],
    ]);
  });

  it('names everything that is missing', () => {
    expect(errorsOf(() => run({}, 'body', Everything))).toEqual(
      ['word', 'list', 'any', 'voice', 'ratio', 'yes', 'words', 'numbers'].map((name) => [
        `body.${name}`,
        'missing',
      ]),
    );
  });

  it('null is not a value of a required field', () => {
    const names = ['word', 'list', 'any', 'voice', 'ratio', 'yes', 'words', 'numbers'];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(errorsOf(() => run(nulls, 'body', Everything))).toEqual([
      ['body.word', 'string_type'],
      ['body.list', 'list_type'],
      ['body.any', 'dict_type'],
      ['body.voice', 'dict_type'],
      ['body.ratio', 'float_type'],
      ['body.yes', 'bool_type'],
      ['body.words', 'list_type'],
      ['body.numbers', 'list_type'],
    ]);
  });

  it.each<[string, unknown, unknown[]]>([
    ['nothing', undefined, [['body', 'missing']]],
    ['null', null, [['body', 'dict_type']]],
    ['a list', [], [['body', 'dict_type']]],
    ['text', 'x', [['body', 'dict_type']]],
  ])('the body is %s', (_, body, expected) => {
    expect(errorsOf(() => run(body, 'body', Order))).toEqual(expected);
    expect(errorsOf(() => run(body, 'body', Object))).toEqual(expected);
  });

  it('treats a missing body as an empty one where nothing is required', () => {
    expect(run(undefined, 'body', Change)).toEqual({});
  });

  it('looks into free-form objects', () => {
    const extra = JSON.parse(
      '{"__proto__":{"a":1},"constructor":1,"a":{"prototype":1,"n":9007199254740993,"m":-1e400},"s":["\\u0000"],"k\\u0000":1}',
    );
    expect(bodyErrors({ extra })).toEqual([
      ['body.extra.__proto__', 'value_error'],
      ['body.extra.constructor', 'value_error'],
      ['body.extra.a.prototype', 'value_error'],
      ['body.extra.a.n', 'less_than_equal', LE],
      ['body.extra.a.m', 'greater_than_equal', GE],
      ['body.extra.s.0', 'value_error'],
      ['body.extra.k\0', 'value_error'],
    ]);
  });

  it.each(['name', 'count', 'mode', 'tags', 'bindings', 'extra', 'submit'])(
    'survives dangerous objects in %s',
    (field) => {
      const evil = JSON.parse('{"constructor":"x","__proto__":{"then":1},"then":2,"toString":3}');
      for (const value of [evil, [evil], [[evil]]])
        expect(bodyErrors({ [field]: value }).length).toBeGreaterThan(0);
      expect(bodyErrors(JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual([
        ['body.__proto__', 'value_error'],
        ['body.constructor', 'value_error'],
      ]);
    },
  );

  it('limits nesting to 32 levels, the body included', () => {
    const nest = (levels: number): unknown => (levels === 0 ? {} : { a: nest(levels - 1) });
    expect(bodyErrors({ extra: nest(30) })).toEqual([]);
    expect(bodyErrors({ extra: nest(31) })).toEqual([
      [`body.extra.${Array(31).fill('a').join('.')}`, 'value_error'],
    ]);
  });

  it('limits lists anywhere', () => {
    expect(bodyErrors({ extra: { a: Array(1001).fill(0) } })).toEqual([
      ['body.extra.a', 'value_error', { max_items: 1000 }],
    ]);
  });

  it('reports at most 1000 errors', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 1]));
    expect(bodyErrors(body)).toHaveLength(1000);
  });

  it('hands free-form objects on unchanged', () => {
    const extra = { toString: 'x', then: 1, deep: [{ hasOwnProperty: true }], n: null };
    const body = run({ ...good, extra }, 'body', Order) as Order;
    expect(body).toBeInstanceOf(Order);
    expect(body.extra).toEqual(extra);
  });

  it('keeps only what was sent; null means omitted', () => {
    const body = run(
      { ...good, seed: null, bindings: [{ id: 'a', strength: null }] },
      'body',
      Order,
    );
    expect(Object.keys(body as object)).toEqual(['name', 'count', 'bindings']);
    expect((body as Order).bindings).toEqual([{ id: 'a' }]);
  });

  it('keeps null in PATCH bodies, where it resets', () => {
    const change = run({ note: null, voice: null }, 'body', Change) as Change;
    expect(Object.entries(change)).toEqual([
      ['note', null],
      ['voice', null],
    ]);
    expect(errorsOf(() => run({ name: null }, 'body', Change))).toEqual([
      ['body.name', 'string_type'],
    ]);
  });

  it('never echoes the rejected value', () => {
    try {
      run({ name: 'SECRET-VALUE', count: 'SECRET-VALUE', mode: 'SECRET-VALUE' }, 'body', Order);
    } catch (error) {
      expect(JSON.stringify((error as ValidationFailed).errors)).not.toContain('SECRET');
    }
    expect.assertions(1);
  });
});
