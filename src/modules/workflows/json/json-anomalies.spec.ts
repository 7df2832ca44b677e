import { findAnomalies } from './json-anomalies';

describe('findAnomalies', () => {
  const anomalies = (json: string): unknown => {
    const { duplicateKeys: duplicates, unrepresentable: lost } = findAnomalies(json);
    return [
      ...duplicates.map(({ path, line }) => `${path.join('.')} twice, ${line}`),
      ...lost.map(({ path, line, written }) => `${path.join('.')} ${written}, ${line}`),
    ];
  };

  it.each<[string, string[]]>([
    ['{"a": 1, "b": {"a": [1, {"a": "a"}]}, "c": {"a": "a, \\"a\\": 1"}}', []],
    ['{"3": {},\n "4": {},\n\n "3": {}}', ['3 twice, 4']],
    ['{"3": {"inputs": {"steps": 5, "steps": 77}}}', ['3.inputs.steps twice, 1']],
    ['[0, [{"x": [], "x": {}, "x": 1}]]', ['1.0.x twice, 1', '1.0.x twice, 1']],
    ['{"a": 1, "\\u0061": 2}', ['a twice, 1']],
    ['{"__proto__": 1, "constructor": 2, "__proto__": 3}', ['__proto__ twice, 1']],
    ['{"a": [NaN,\nInfinity, -Infinity]}', ['a.0 NaN, 1', 'a.1 Infinity, 2', 'a.2 -Infinity, 2']],
    ['{"a": 1e999, "b": -1E+400, "c": 1e-999}', ['a 1e999, 1', 'b -1E+400, 1']],
    ['["NaN", "1e999", true, false, null, -0.5e3, 18446744073709551615]', []],
    ['\uFEFF{\r\n"a": NaN}', ['a NaN, 2']],
    ['Infinity', [' Infinity, 1']],
  ])('%s', (json, expected) => {
    expect(anomalies(json)).toEqual(expected);
  });

  it('reports at most a hundred', () => {
    const { duplicateKeys: duplicates, unrepresentable: lost } = findAnomalies(
      `{${'"a": NaN, '.repeat(1_000)}"a": NaN}`,
    );
    expect([duplicates.length, lost.length]).toEqual([100, 100]);
  });
});
