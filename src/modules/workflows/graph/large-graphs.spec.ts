import { recordedObjectInfo, workflowAround } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, ComfyNode, ObjectInfo } from '../../providers/public/comfy-types';
import { type ParsedImport, parseImport } from '../import/parse-import';
import { resolveImport } from '../import/resolve-import';
import { structureFindings } from './lint-structure';
import { lintWorkflow } from '../../../../test/support/workflow-linter';
import { readProvenance } from '../public/provenance';

const info = recordedObjectInfo();
const LONG = 20_000;
const WIDE = 200_000;

const node = (class_type: string, inputs: ComfyNode['inputs']): ComfyNode => ({
  class_type,
  inputs,
  _meta: { title: class_type },
});

const save = (images: string): ComfyNode =>
  node('SaveImage', { filename_prefix: 'x', images: [images, 0] });

/** A picture turned over and over, the last node first: who walks it begins at the far end. */
function chain(length: number): ComfyGraph {
  const links = Array.from({ length }, (_, at): [string, ComfyNode] => [
    `n${String(at)}`,
    at === 0
      ? node('EmptyImage', { width: 64, height: 64, batch_size: 1, color: 0 })
      : node('ImageInvert', { image: [`n${String(at - 1)}`, 0] }),
  ]);
  return Object.fromEntries([
    ['save', save(`n${String(length - 1)}`)] as const,
    ...links.reverse(),
  ]);
}

/** The same in a circle. */
function circle(length: number): ComfyGraph {
  const last = `n${String(length - 1)}`;
  return { ...chain(length), n0: node('ImageInvert', { image: [last, 0] }) };
}

/** Every node takes from all before it. */
function dense(length: number): ComfyGraph {
  const nodes = Array.from({ length }, (_, at) => [
    `n${String(at)}`,
    node(
      'Batch',
      Object.fromEntries(
        Array.from({ length: at }, (__, from) => [`i${String(from)}`, [`n${String(from)}`, 0]]),
      ),
    ),
  ]);
  return Object.fromEntries([...nodes, ['save', save(`n${String(length - 1)}`)]]) as ComfyGraph;
}

/** One node that takes very much, all of it from one other. */
function star(links: number): ComfyGraph {
  const inputs = Array.from({ length: links }, (_, at) => [`i${String(at)}`, ['n0', 0]]);
  return { ...chain(1), hub: node('Batch', Object.fromEntries(inputs)), save: save('hub') };
}

/** The graph in the editor format. */
function drawn(graph: ComfyGraph): unknown {
  const ids = Object.keys(graph);
  const links = Object.entries(graph).flatMap(([id, { inputs }]) =>
    Object.entries(inputs).flatMap(([, value]) =>
      Array.isArray(value) ? [[String(value[0]), id]] : [],
    ),
  );
  return {
    version: 0.4,
    nodes: Object.entries(graph).map(([id, { class_type }]) => ({
      id: ids.indexOf(id) + 1,
      type: class_type,
      mode: 0,
      inputs: links.flatMap(([, to], at) =>
        to === id
          ? [{ name: class_type === 'SaveImage' ? 'images' : 'image', type: 'IMAGE', link: at + 1 }]
          : [],
      ),
      outputs: class_type === 'SaveImage' ? [] : [{ name: 'IMAGE', type: 'IMAGE', links: [] }],
      widgets_values:
        class_type === 'EmptyImage' ? [64, 64, 1, 0] : class_type === 'SaveImage' ? ['x'] : [],
    })),
    links: links.map(([from = '', to = ''], at) => [
      at + 1,
      ids.indexOf(from) + 1,
      0,
      ids.indexOf(to) + 1,
      0,
      'IMAGE',
    ]),
  };
}

function imported(value: unknown, infos: readonly ObjectInfo[] = [info]) {
  const read: ParsedImport = parseImport('large', value, null);
  return read.kind === 'graph' ? resolveImport(read.candidate, infos) : read;
}

describe('the linter', () => {
  it('checks a very long chain', () => {
    expect(structureFindings(workflowAround(chain(LONG)))).toEqual(
      structureFindings(workflowAround(chain(2))),
    );
    expect(lintWorkflow(workflowAround(chain(LONG)), info)).toEqual(
      lintWorkflow(workflowAround(chain(2)), info),
    );
  });

  it('finds a very long cycle', () => {
    const cycles = structureFindings(workflowAround(circle(LONG))).filter(({ reason }) =>
      reason.includes('cycle'),
    );
    expect(cycles).toHaveLength(1);
  });

  it('checks a graph in which every node is linked with every other', () => {
    const reasons = structureFindings(workflowAround(dense(700))).map(({ reason }) => reason);
    expect(reasons.filter((reason) => /cycle|linked/.test(reason))).toEqual([]);
    expect(structureFindings(workflowAround(star(WIDE)))).toEqual(
      structureFindings(workflowAround(chain(2))),
    );
  });
});

describe('what a job used', () => {
  it('is read from a very long chain', () => {
    const loaded = { ...chain(LONG), n0: node('LoraLoader', { lora_name: 'a.safetensors' }) };
    expect(readProvenance(loaded)).toEqual({ models: [], loras: ['a.safetensors'] });
    const looped = circle(LONG);
    expect(readProvenance(looped)).toEqual({ models: [], loras: [] });
  });
});

describe('an import', () => {
  it.each<[string, unknown, string]>([
    ['a long chain', chain(LONG), 'it has more than 2000 nodes'],
    ['a long circle', circle(LONG), 'it has more than 2000 nodes'],
    ['a long chain, drawn', drawn(chain(3_000)), 'it has more than 2000 nodes'],
    ['what is linked with everything', dense(500), 'its nodes have more than 20000 inputs'],
    ['a node that takes very much', star(WIDE), 'its nodes have more than 20000 inputs'],
  ])('of %s is refused', (_, value, reason) => {
    expect(imported(value)).toMatchObject({ state: 'broken', faults: [{ reason }] });
  });

  it.each<[string, ComfyGraph]>([
    ['a chain', chain(1_900)],
    ['what is linked with everything', dense(100)],
    ['a node that takes much', star(2_000)],
  ])('of %s, which is only large, ends', (_, graph) => {
    for (const infos of [[info], []])
      expect(imported(graph, infos)).toMatchObject({ state: 'ready' });
  });
});
