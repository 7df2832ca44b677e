import { JsonSyntaxError, type JsonTree, parseJsonTree } from './json-tree';

function plain(tree: JsonTree): unknown {
  switch (tree.type) {
    case 'object':
      return Object.fromEntries(tree.fields.map((field) => [field.name, plain(field.value)]));
    case 'array':
      return tree.items.map(plain);
    case 'null':
      return null;
    case 'string':
    case 'number':
    case 'boolean':
      return tree.value;
  }
}

function failure(text: string): { line: number; message: string } {
  try {
    parseJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { line: error.line, message: error.message };
    throw error;
  }
  throw new Error('read without complaint');
}

describe('parseJsonTree', () => {
  it.each([
    '{}',
    '[]',
    '"a\\u00e9\\n\\"b"',
    '-12.5e3',
    'true',
    'null',
    '{"a":[1,{"b":[]},null],"c":{"d":false}}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(plain(parseJsonTree(text))).toEqual(JSON.parse(text));
  });

  it('skips a byte order mark and counts lines', () => {
    const tree = parseJsonTree('\uFEFF{\n "a": 1,\r\n "b": {\n  "c": [\n 2] } }');
    expect(tree).toMatchObject({
      line: 1,
      fields: [
        { name: 'a', line: 2 },
        {
          name: 'b',
          line: 3,
          value: { fields: [{ name: 'c', line: 4, value: { items: [{ line: 5 }] } }] },
        },
      ],
    });
  });

  it.each([
    ['', 1, 'the file ends where a value is expected'],
    ['{"a": 1', 1, 'the file ends where "}" is expected'],
    ['{\n"a" 1}', 2, 'expected ":" after the name'],
    ['{\n"a": 1,\n}', 3, 'remove the comma before "}"'],
    ['[1 2]', 1, 'expected "," or a closing bracket before this'],
    ['{\n\n"a": }', 3, 'a value is missing before "}"'],
    ['{"a": 1}\n{}', 2, 'nothing may follow the closing bracket'],
    ['{"a": 1,\n"a": 2}', 2, '"a" appears twice here: keep one'],
    ['{\n// no\n}', 2, 'JSON has no comments: remove this one'],
    ["{'a': 1}", 1, 'not JSON here: texts and names need double quotes'],
    ['{"a": "x\n"}', 1, 'this text has no closing quote, or a line break or \\ inside it'],
    ['{1: 2}', 1, 'expected a name in double quotes'],
    ['"\\x"', 1, 'this text has an unknown escape: write \\\\ for a backslash'],
  ])('%j: line %i, %s', (text, line, message) => {
    expect(failure(text)).toEqual({ line, message });
  });

  it('refuses text that is nested too deeply', () => {
    expect(failure('['.repeat(100_000))).toEqual({ line: 1, message: 'nested too deeply' });
  });
});
