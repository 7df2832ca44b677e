import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { inputsBehind } from './text-flow';

const described = (inputs: Record<string, string>, output: readonly unknown[]): NodeClassInfo => ({
  name: 'x',
  input: {
    required: Object.fromEntries(Object.entries(inputs).map(([name, type]) => [name, [type]])),
  },
  output,
});

const INFO: ObjectInfo = {
  ...recordedObjectInfo(),
  Reads: described({ image_path: 'STRING', size: 'INT' }, ['IMAGE']),
  Either: described({ on: 'STRING', off: 'STRING' }, ['*']),
  Counts: described({ text: 'STRING' }, ['INT']),
  Wraps: described({ text: 'STRING' }, ['TEXT_LIST']),
  Embeds: described({ text: 'STRING' }, ['MYTEXTEMBEDS']),
};

const primitive = { class_type: 'PrimitiveString', inputs: { value: 'a' } };

/** Where a primitive's text ends up that goes through these nodes, one behind the other. */
function reached(...chain: readonly (readonly [nodeClass: string, input: string])[]) {
  const nodes = chain.map(([class_type, input], index) => [
    String(index + 2),
    { class_type, inputs: { [input]: [String(index + 1), 0] } },
  ]);
  const graph = { '1': primitive, ...Object.fromEntries(nodes) } as ComfyGraph;
  return (info: ObjectInfo | null): readonly string[] =>
    inputsBehind(graph, { node: '1', input: 'value' }, info).map(
      ({ node, input }) => `${node}.${input}`,
    );
}

describe('inputsBehind', () => {
  it.each<[string, (info: ObjectInfo | null) => readonly string[], string[]]>([
    ['what it feeds', reached(['Reads', 'image_path']), ['2.image_path']],
    [
      'through a switch',
      reached(['Either', 'on'], ['Reads', 'image_path']),
      ['2.on', '3.image_path'],
    ],
    ['through a list of a pack', reached(['Wraps', 'text'], ['Either', 'on']), ['2.text', '3.on']],
    [
      'through core nodes',
      reached(
        ['StringReplace', 'string'],
        ['StringConcatenate', 'string_a'],
        ['Reads', 'image_path'],
      ),
      ['2.string', '3.string_a', '4.image_path'],
    ],
    [
      'through a class that nobody described',
      reached(['Unheard', 'thing'], ['Unheard', 'image_path']),
      ['2.thing', '3.image_path'],
    ],
    [
      'no further than an encoder',
      reached(['CLIPTextEncode', 'text'], ['KSampler', 'positive']),
      ['2.text'],
    ],
    ['no number', reached(['Counts', 'text'], ['Reads', 'image_path']), ['2.text']],
    ['no embeddings', reached(['Embeds', 'text'], ['Unheard', 'path']), ['2.text']],
    ['no input for numbers', reached(['Reads', 'size']), []],
    ['no prefix of outputs', reached(['Unheard', 'filename_prefix']), []],
  ])('follows a text: %s', (_, follow, places) => {
    expect(follow(INFO)).toEqual(places);
  });

  it('goes by names while no node was reached', () => {
    expect(reached(['A', 'text'], ['B', 'image_path'])(null)).toEqual(['2.text', '3.image_path']);
    expect(reached(['A', 'image'], ['B', 'images'])(null)).toEqual(['2.image']);
    expect(reached(['CLIPTextEncode', 'text'], ['B', 'path'])(null)).toEqual(['2.text']);
  });

  it('ends where a graph turns in a circle', () => {
    const graph: ComfyGraph = {
      '1': primitive,
      '2': { class_type: 'Either', inputs: { on: ['1', 0], off: ['3', 0] } },
      '3': { class_type: 'Either', inputs: { on: ['2', 0] } },
    };
    expect(inputsBehind(graph, { node: '1', input: 'value' }, INFO)).toHaveLength(3);
    expect(inputsBehind(graph, { node: 'constructor', input: 'x' }, INFO)).toEqual([]);
  });
});
