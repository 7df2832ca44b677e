import { readWorkflowText } from './workflow-text';

const node = { class_type: 'EmptyImage', inputs: { width: 64 } };
const graph = { '1': { ...node, _meta: { title: 'EmptyImage' } } };
const editor = { nodes: [], links: [], version: 0.4 };

const read = (value: unknown) => readWorkflowText(JSON.stringify(value));

describe('readWorkflowText', () => {
  it.each([
    ['API format', { '1': node }],
    ['as it is sent to ComfyUI', { prompt: { '1': node }, client_id: 'x' }],
    ['as a client keeps it', { prompt: JSON.stringify({ '1': node }) }],
    ['as the editor answers it', { output: { '1': node } }],
    ['as ComfyUI keeps it in its history', { prompt: [3, 'id', { '1': node }, {}, ['1']] }],
  ])('%s', (_, value) => {
    expect(read(value)).toEqual({ format: 'api', graph, editor: null });
  });

  it.each([
    ['as sent', { prompt: { '1': node }, extra_data: { extra_pnginfo: { workflow: editor } } }],
    ['as kept', { prompt: { '1': node }, workflow: JSON.stringify(editor) }],
    ['as answered', { output: { '1': node }, workflow: editor }],
  ])('prefers the graph that ran, and keeps the editor’s file: %s', (_, value) => {
    expect(read(value)).toEqual({ format: 'api', graph, editor });
  });

  it.each([
    ['a file of the editor', editor],
    ['wrapped', { workflow: editor }],
    ['wrapped in the wrong place', { prompt: editor }],
  ])('%s', (_, value) => {
    expect(read(value)).toEqual({ format: 'editor', editor });
  });

  it.each(['prompt', 'output', 'workflow', 'extra_data', 'manifest'])(
    'accepts a node with the id %s',
    (id) => {
      const { '1': kept } = graph;
      expect(read({ '1': node, [id]: node })).toMatchObject({ graph: { '1': kept, [id]: kept } });
      expect(read({ '1': node, [id]: {} })).toMatchObject({ format: 'none', node: id });
    },
  );

  it('keeps only class, inputs and title of a node, with exact seeds', () => {
    const text =
      '{"4": {"class_type": "RandomNoise", "inputs": {"noise_seed": 18446744073709551615}, "_meta": {"title": "Dice"}, "is_changed": ["x"]}}';

    expect(readWorkflowText(text)).toEqual({
      format: 'api',
      graph: {
        '4': {
          class_type: 'RandomNoise',
          inputs: { noise_seed: '18446744073709551615' },
          _meta: { title: 'Dice' },
        },
      },
      editor: null,
    });
  });

  it.each([
    ['not JSON', 'hello', /^not JSON/],
    ['nothing', '', /^not JSON/],
    ['a list', '[]', 'a workflow is a JSON object, not a list'],
    ['a number', '7', 'a workflow is a JSON object, not a number'],
    ['an empty object', '{}', /^not a workflow: in API format each entry has a "class_type"/],
    ['some other file', '{"name": "kinora", "version": 1}', /^not a workflow/],
    ['a prompt of words', '{"prompt": "a cat on a hill"}', /^not a workflow/],
  ])('explains why %s is not a workflow', (_, text, reason) => {
    const expected: unknown = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    expect(readWorkflowText(text)).toEqual({ format: 'none', reason: expected });
  });

  it.each([
    ['no class', '{"1": {"class_type": "A"}, "2": {"inputs": {}}}', '2', 'has no "class_type"'],
    [
      'inputs in a list',
      '{"1": {"class_type": "A", "inputs": []}}',
      ...['1', '"inputs" must be an object'],
    ],
  ])('names the node with %s', (_, text, node, fault) => {
    const reason = `node "${node}": ${fault}`;
    expect(readWorkflowText(text)).toEqual({ format: 'none', reason, node });
  });
});
