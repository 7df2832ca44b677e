import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { isOpenInput } from './open-inputs';

const described = (inputs: Record<string, string>, output: readonly unknown[]): NodeClassInfo => ({
  name: 'x',
  input: {
    required: Object.fromEntries(Object.entries(inputs).map(([name, type]) => [name, [type]])),
  },
  output,
});

const INFO: ObjectInfo = {
  ...recordedObjectInfo(),
  Reads: described({ image_path: 'STRING', size: 'INT', list: 'STRING' }, ['IMAGE']),
  Either: described({ on: 'STRING', off: 'STRING' }, ['*']),
  Counts: described({ text: 'STRING' }, ['INT']),
  Wraps: described({ text: 'STRING' }, ['TEXT_LIST']),
  Embeds: described({ prompt: 'STRING' }, ['MYTEXTEMBEDS']),
};

/** Is a primitive open whose text goes through these nodes, one behind the other? */
function isOpen(
  info: ObjectInfo | null,
  ...chain: readonly (readonly [nodeClass: string, input: string])[]
): boolean {
  const nodes = chain.map(([class_type, input], index) => [
    String(index + 2),
    { class_type, inputs: { [input]: [String(index + 1), 0] } },
  ]);
  const primitive = { class_type: 'PrimitiveString', inputs: { value: 'a' } };
  const graph = { '1': primitive, ...Object.fromEntries(nodes) } as ComfyGraph;
  return isOpenInput(graph, { node: '1', input: 'value' }, 'b', info);
}

describe('isOpenInput, for a text that is handed on', () => {
  it.each<[string, boolean, readonly (readonly [string, string])[]]>([
    ['nobody takes', true, []],
    ['goes to a path', false, [['Reads', 'image_path']]],
    ['goes to an input of unknown use', false, [['Reads', 'list']]],
    [
      'goes to a path through a switch',
      false,
      [
        ['Either', 'on'],
        ['Reads', 'image_path'],
      ],
    ],
    [
      'goes to a path in a list',
      false,
      [
        ['Wraps', 'text'],
        ['Either', 'on'],
        ['Reads', 'list'],
      ],
    ],
    [
      'goes to a path through core nodes',
      false,
      [
        ['StringReplace', 'string'],
        ['StringConcatenate', 'string_a'],
        ['Reads', 'image_path'],
      ],
    ],
    [
      'goes to a path through an unknown class',
      false,
      [
        ['Unheard', 'text'],
        ['Reads', 'image_path'],
      ],
    ],
    ['goes to an unknown class', false, [['Unheard', 'thing']]],
    [
      'is encoded',
      true,
      [
        ['CLIPTextEncode', 'text'],
        ['KSampler', 'positive'],
      ],
    ],
    [
      'is encoded behind a switch',
      true,
      [
        ['Either', 'on'],
        ['CLIPTextEncode', 'text'],
      ],
    ],
    [
      'becomes a number',
      true,
      [
        ['Counts', 'text'],
        ['Reads', 'image_path'],
      ],
    ],
    [
      'becomes embeddings',
      true,
      [
        ['Embeds', 'prompt'],
        ['Unheard', 'path'],
      ],
    ],
    ['meets an input for numbers', true, [['Reads', 'size']]],
    ['names an output', true, [['Unheard', 'filename_prefix']]],
  ])('that %s: %s', (_, open, chain) => {
    expect(isOpen(INFO, ...chain)).toBe(open);
  });

  it('judges by names while no node was reached', () => {
    expect(isOpen(null, ['A', 'text'], ['B', 'image_path'])).toBe(false);
    expect(isOpen(null, ['A', 'image'])).toBe(false);
    expect(isOpen(null, ['CLIPTextEncode', 'text'], ['B', 'path'])).toBe(true);
  });

  it('ends where a graph turns in a circle', () => {
    const graph: ComfyGraph = {
      '1': { class_type: 'PrimitiveString', inputs: { value: 'a' } },
      '2': { class_type: 'Either', inputs: { on: ['1', 0], off: ['3', 0] } },
      '3': { class_type: 'Either', inputs: { on: ['2', 0] } },
    };
    expect(isOpenInput(graph, { node: '1', input: 'value' }, 'b', INFO)).toBe(true);
    expect(isOpenInput(graph, { node: 'constructor', input: 'x' }, 'b', INFO)).toBe(false);
  });
});

describe('isOpenInput, for a list of models under a name for files', () => {
  const info: ObjectInfo = {
    Loads: {
      name: 'Loads',
      input: { required: { file: [['mine.pt', 'theirs.pt']] } },
      output: ['MODEL'],
    },
  };
  const graph: ComfyGraph = { '1': { class_type: 'Loads', inputs: { file: 'mine.pt' } } };

  it.each([
    ['theirs.pt', true],
    ['folder/theirs.pt', true],
    ['../output/x', false],
    ['/etc/passwd', false],
    ['other.png [output]', false],
    ['http://127.0.0.1/x', false],
    [['../x'], false],
  ])('answers for %j: %s', (value, open) => {
    expect(isOpenInput(graph, { node: '1', input: 'file' }, value, info)).toBe(open);
  });
});
