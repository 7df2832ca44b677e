import type { ComfyGraph, ComfyNode } from '../../providers/public/comfy-types';
import { setInputs } from './graph-edits';

const graph: ComfyGraph = {
  '1': { class_type: 'A', inputs: { a: 1, b: 2 } },
  '2': { class_type: 'B', inputs: { link: ['1', 0] } },
};

/** The graph, and how often each thing in it is looked at. */
function watched(original: ComfyGraph) {
  const looks = { graph: 0, inputs: 0 };
  const watch = <T extends object>(target: T, name: keyof typeof looks): T =>
    new Proxy(target, {
      ownKeys: (all) => {
        looks[name] += 1;
        return Reflect.ownKeys(all);
      },
    });
  const nodes = Object.entries(original).map(([id, node]): [string, ComfyNode] => [
    id,
    { ...node, inputs: watch(node.inputs, 'inputs') },
  ]);
  return { graph: watch(Object.fromEntries(nodes), 'graph'), looks };
}

describe('setting inputs', () => {
  it('changes the named inputs, shares the rest and leaves the argument unchanged', () => {
    const before = structuredClone(graph);
    const changed = setInputs(graph, [
      { node: '1', input: 'a', value: 5 },
      { node: '1', input: 'new', value: 'x' },
      { node: '1', input: 'a', value: 6 },
    ]);
    expect(changed).toEqual({
      ...before,
      '1': { class_type: 'A', inputs: { a: 6, b: 2, new: 'x' } },
    });
    expect(changed['2']).toBe(graph['2']);
    expect(graph).toEqual(before);
  });

  it('returns the same graph if no named node exists', () => {
    expect(setInputs(graph, [])).toBe(graph);
    for (const node of ['3', 'constructor', '__proto__'])
      expect(setInputs(graph, [{ node, input: 'a', value: 5 }])).toBe(graph);
  });

  it('copies the graph and each node once for any number of settings', () => {
    const { graph: large, looks } = watched(graph);
    const settings = Array.from({ length: 1_000 }, (_, at) => ({
      node: String(1 + (at % 2)),
      input: `i${String(at)}`,
      value: at,
    }));
    expect(Object.keys(setInputs(large, settings)['1']?.inputs ?? {})).toHaveLength(502);
    expect(looks).toEqual({ graph: 1, inputs: 2 });
  });
});
