import { parseWorkflowJson, UnreadableJson } from './workflow-json';

describe('parseWorkflowJson', () => {
  it.each([
    ['a seed of 64 bits keeps its digits', '[18446744073709551615]', ['18446744073709551615']],
    ['2^63 is a number, but written another way', '[9223372036854775808]', ['9223372036854775808']],
    [
      'what is written the same way again stays a number',
      '[1e400, 9007199254740993]',
      [Infinity, '9007199254740993'],
    ],
    [
      'as large as a number can be exact',
      '[9007199254740991, -9007199254740991]',
      [9007199254740991, -9007199254740991],
    ],
    ['rounded by the editor already', '[13155285239466100000]', [13155285239466100000]],
    [
      'long fractions',
      '[0.12345678901234567890, 12345678901234567890.5]',
      [Number('0.12345678901234567890'), Number('12345678901234567890.5')],
    ],
    [
      'digits inside texts',
      '["18446744073709551615 \\" 18446744073709551615"]',
      ['18446744073709551615 " 18446744073709551615'],
    ],
    [
      'bare NaN and Infinity',
      '{"a": NaN, "b": -Infinity, "c": "NaN"}',
      { a: null, b: null, c: 'NaN' },
    ],
    ['a byte order mark', '\uFEFF{}', {}],
  ])('%s', (_, text, value) => {
    expect(parseWorkflowJson(text)).toEqual(value);
  });

  it('refuses deep nesting without overflowing the stack', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);

    expect(() => parseWorkflowJson(deep)).toThrow(
      new UnreadableJson('it is nested more than 200 levels deep'),
    );
  });

  it('reads millions of digits, numbers and escapes without overflowing the stack', () => {
    const millions = 2_000_000;
    const digits = '7'.repeat(millions);

    expect(parseWorkflowJson(`[${digits}]`)).toEqual([digits]);
    expect(parseWorkflowJson(`[${'1,'.repeat(millions)}1]`)).toHaveLength(millions + 1);
    expect(parseWorkflowJson(`["${'\\"'.repeat(millions)}"]`)).toEqual(['"'.repeat(millions)]);
  });

  it.each(['', '{', '{"a": 1,}', '"never ends', '{"a": "\\'])('refuses %j', (text) => {
    expect(() => parseWorkflowJson(text)).toThrow(UnreadableJson);
  });

  it('keeps keys like __proto__ as keys', () => {
    const read = parseWorkflowJson('{"__proto__": {"polluted": true}}');

    expect(Object.keys(read as object)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });
});
