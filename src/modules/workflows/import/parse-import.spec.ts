import { parseImportText } from './parse-import';

/** A graph of one node on lines of its own. */
const graph = (inputs: string, more = ''): string =>
  `{\n"3": {\n"class_type": "KSampler",\n"inputs": {\n${inputs}\n} }${more}\n}`;

describe('the manifest inside of a wrapper', () => {
  const manifest = { name: 'Mine' };
  const sent = { '1': { class_type: 'A', inputs: {} } };

  it.each([{ prompt: sent }, { prompt: JSON.stringify(sent) }, { output: sent }])(
    'is read: %j',
    (wrapper) => {
      const read = parseImportText('mine', JSON.stringify({ ...wrapper, manifest }), null);
      expect(read).toMatchObject({ candidate: { manifest: { manifest } } });
    },
  );

  it('is not taken from a graph with a node of that id', () => {
    const nodes = { ...sent, output: sent['1'], manifest: sent['1'] };
    const read = parseImportText('mine', JSON.stringify(nodes), null);
    expect(read).toMatchObject({ candidate: { text: { graph: { manifest: {} } } } });
    expect(read).toMatchObject({ candidate: { manifest: { manifest: {} } } });
  });
});

it.each([{}, { id: 'other' }])('a complete workflow with %j says once which id it needs', (id) => {
  const read = parseImportText(
    'mine',
    JSON.stringify({ format: 1, params: {}, graph: {}, ...id }),
    null,
  );
  const faults = read.kind === 'broken' ? read.faults : [];
  expect(faults.filter(({ path }) => path[0] === 'id')).toEqual([
    { part: 'workflow', path: ['id'], reason: 'must be mine, as the workflow is called' },
  ]);
});

describe('duplicate keys in a workflow file', () => {
  const faults = (text: string): unknown => {
    const read = parseImportText('mine', text, null);
    return read.kind === 'broken' ? read.faults : read.kind;
  };

  it.each<[string, string, unknown[], number, string]>([
    ['a node', graph('', ',\n"3": {}'), ['3'], 7, '"3"'],
    ['an input', graph('"steps": 5,\n"steps": 77'), ['3', 'inputs', 'steps'], 6, '"steps"'],
    ['the list of nodes', '{"nodes": [],\n"nodes": []}', ['nodes'], 2, '"nodes"'],
  ])('make the file broken, with the line: %s', (_, text, path, line, name) => {
    const reason = `${name} appears twice here: keep one`;
    expect(faults(text)).toEqual([{ part: 'workflow', path, line, reason }]);
  });

  it('are found in JSON with NaN, too', () => {
    expect(faults(graph('"cfg": NaN,\n"cfg": 1'))).toMatchObject([{ line: 6 }]);
  });

  it('may occur in different objects', () => {
    expect(faults(graph('"a": {"a": 1}', ',\n"4": {"class_type": "A", "inputs": {"a": 2}}'))).toBe(
      'graph',
    );
  });
});
