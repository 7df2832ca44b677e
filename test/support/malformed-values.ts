import type { SeededRandom } from './seeded-random';

/** Texts that commonly break servers, for values, names and parts of paths. */
export const NASTY_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    'true',
    'undefined',
    'NaN',
    '[object Object]',
    '../../etc/passwd',
  ],
  ...[
    '..',
    '.',
    '...',
    '/',
    '\\',
    '..\\..\\x',
    '%',
    '%00',
    '%2e%2e%2f',
    '%25',
    '%zz',
    '~root',
    '*',
  ],
  ...["' OR 1=1 --", '"; DROP TABLE jobs; --', '${7*7}', '{{7*7}}', '<script>1</script>', '$(id)'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length'],
  ...[
    '\0',
    'a\0b',
    '\u0001',
    '\u001b[31m',
    '\r\nX: y',
    '\t',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\uffff',
  ],
  ...['\ud800', '\udfff', 'a\udc00b', '🦊', '👩‍👩‍👧‍👦', 'é', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', 'İ', 'ß', '日本語', '𝒳'],
  ...[
    'a'.repeat(300),
    'é'.repeat(5_000),
    ' '.repeat(2_000),
    'CON',
    'nul.png',
    '-rf',
    'auto',
    'latest',
  ],
];

/** JSON of a single value, as no `JSON.stringify` would write it. */
const NASTY_LITERALS: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '1', '-1', '1.5', '0.1e1', '1E400', '-1e400', '1e-400'],
  ...['9007199254740991', '9007199254740992', '-9007199254740993', '1e21', '1e300', '2147483648'],
  ...[`1${'0'.repeat(400)}`, `0.${'3'.repeat(400)}`, '""', '[]', '{}', '[[]]', '[null]', '{"":{}}'],
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83e\\udd8a"', '"\\/"', '"__proto__"'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":1}}', '{"a":1,"a":2}'],
  ...['{"length":1e9}', '{"then":1}', '{"toJSON":1}', '[1,"a",null,{}]', '{"id":""}', '[{"id":1}]'],
];

/** Invalid JSON. */
const BROKEN_JSON: readonly string[] = [
  ...['', ' ', '{', '}', '[', '{"a"', '{"a":', '{"a":1,}', '[1,]', '{a:1}', "{'a':1}", '{"a":1}}'],
  ...[
    'NaN',
    'Infinity',
    'undefined',
    '01',
    '+1',
    '.5',
    '1.',
    '0x10',
    'tru',
    '"',
    '"\\x"',
    '"\\u12"',
  ],
  ...[
    '"\t"',
    '{"a":1}{"a":1}',
    '// x\n{}',
    '/**/{}',
    '\ufeff{}',
    '{"a":\u00a01}',
    '\0',
    '<a/>',
    'a=b',
  ],
];

export class MalformedValues {
  constructor(readonly random: SeededRandom) {}

  text(): string {
    return this.random.pick(NASTY_TEXTS);
  }

  /** True once in `inTimes` calls on average. */
  once(inTimes: number): boolean {
    return this.random.below(inTimes) === 0;
  }

  bytes(most: number): Buffer {
    return Buffer.from(
      Array.from({ length: this.random.below(most) }, () => this.random.below(256)),
    );
  }

  /** JSON text of a value: valid JSON, whatever else it is. */
  value(depth = 0): string {
    switch (this.random.below(depth > 3 ? 3 : 7)) {
      case 0:
        return JSON.stringify(this.text());
      case 1:
      case 2:
        return this.random.pick(NASTY_LITERALS);
      case 3:
        return this.nested();
      case 4:
        return `[${new Array(this.random.pick([1, 3, 999, 1001, 5000])).fill(this.random.pick(NASTY_LITERALS)).join(',')}]`;
      case 5:
        return `[${this.values(depth).join(',')}]`;
      default:
        return this.object(this.values(depth).map((value) => [this.text(), value]));
    }
  }

  object(members: readonly (readonly [string, string])[]): string {
    return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  }

  /** Bytes that stand where JSON should: broken, cut, in another encoding, or with one byte wrong. */
  brokenJson(good: string): Buffer {
    switch (this.random.below(6)) {
      case 0:
        return Buffer.from(this.random.pick(BROKEN_JSON));
      case 1:
        return Buffer.from(good).subarray(0, this.random.below(good.length + 1));
      case 2:
        return Buffer.from(good, 'utf16le');
      case 3:
        return this.bytes(200);
      case 4:
        return Buffer.concat([Buffer.from(good), this.bytes(5)]);
      default: {
        const bytes = Buffer.from(good);
        if (bytes.length > 0) bytes[this.random.below(bytes.length)] = this.random.below(256);
        return bytes;
      }
    }
  }

  private nested(): string {
    const levels = this.random.pick([5, 31, 32, 33, 200, 20_000]);
    const [open, close] = this.random.flag() ? ['[', ']'] : ['{"a":', '}'];
    return open.repeat(levels) + this.random.pick(NASTY_LITERALS) + close.repeat(levels);
  }

  private values(depth: number): string[] {
    return Array.from({ length: this.random.below(4) }, () => this.value(depth + 1));
  }
}
