import {
  derivedGraphs,
  derivedWorkflow,
  type Expectation,
  rewritten,
  summary,
} from '../../../../test/support/derived-graphs';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { setInputs } from '../graph/graph-edits';
import { structureFindings } from '../graph/lint-structure';
import { lintWorkflow, toLine } from '../../../../test/support/workflow-linter';
import { ownValue } from '../../../platform/json';
import { buildGraph } from '../public/graph-builder';
import { nodeParam } from '../public/node-params';
import { readSettings } from '../public/provenance';
import { deriveWorkflow } from './derive-workflow';
import { importedWorkflow } from './imported-workflow';

const info = recordedObjectInfo();
const corpus = derivedGraphs();
const random = SeededRandom.for('derivation of rewritten graphs');

/** An expectation with other node ids. */
function moved(expected: Expectation, ids: ReadonlyMap<string, string>): unknown {
  const there = (place: string): string => {
    const id = [...ids.keys()].find((one) => place.startsWith(`${one}.`)) ?? '';
    return `${ids.get(id) ?? ''}${place.slice(id.length)}`;
  };
  const params = Object.entries(expected.params).map(([name, param]) => [
    name,
    {
      ...param,
      binds: param.binds.map(there).sort(),
      ...(param.branch ? { branch: param.branch.map((id) => ids.get(id) ?? id) } : {}),
    },
  ]);
  return {
    ...expected,
    params: Object.fromEntries(params) as unknown,
    lora_slots: expected.lora_slots.map((slot) => slot.split(' ').map(there).join(' ')),
    warnings: expected.warnings.length,
  };
}

const sameIds = new Map<string, string>();

describe('deriveWorkflow', () => {
  it.each(corpus.map((one) => [one.name, one] as const))('%s', (_, { graph, expected }) => {
    expect(summary(graph, deriveWorkflow(graph, info))).toEqual(expected);
  });

  it.each(corpus.map((one) => [one.name, one] as const))(
    '%s: the same names and places without a word from a node',
    (_, { graph, expected }) => {
      const places = ({ kind, mode, params, lora_slots }: Expectation): unknown => ({
        kind,
        mode,
        lora_slots,
        params: Object.fromEntries(
          Object.entries(params).map(([name, { binds }]) => [name, [...binds].sort()]),
        ) as unknown,
      });
      expect(places(summary(graph, deriveWorkflow(graph, null)))).toEqual(places(expected));
    },
  );

  it.each(corpus.map((one) => [one.name, one] as const))(
    '%s: is a sound workflow, whose defaults give the graph itself',
    (_, { graph, rebuilt = {} }) => {
      const workflow = derivedWorkflow(graph, deriveWorkflow(graph, info));
      expect(structureFindings(workflow)).toEqual([]);
      const files = Object.entries(workflow.params).flatMap(([name, { type, binds }]) =>
        ['image', 'mask', 'audio', 'video'].includes(type)
          ? [[name, ownValue(graph, binds[0]!.node)?.inputs[binds[0]!.input]] as const]
          : [],
      );
      const values = { ...Object.fromEntries(files), ...readSettings(workflow, graph) };
      const built = buildGraph(workflow, { values, loras: [], outputPrefix: 'x' });
      const changes = Object.entries(rebuilt).map(([bind, value]) => {
        const [node = '', input = ''] = bind.split('.');
        return { node, input, value };
      });
      expect(withoutPrefix(built)).toEqual(withoutPrefix(setInputs(graph, changes)));
    },
  );

  it('gives the same params with other ids and another order', () => {
    for (const { name, graph, expected } of corpus)
      for (let round = 0; round < 5; round += 1) {
        const other = rewritten(graph, random);
        const found = summary(other.graph, deriveWorkflow(other.graph, info));
        expect([name, moved(found, sameIds)]).toEqual([name, moved(expected, other.ids)]);
      }
  });

  it('keeps the names when unrelated nodes are added', () => {
    for (const { name, graph, expected } of corpus) {
      const picture = Object.entries(graph).find(([, node]) => node.class_type === 'VAEDecode');
      const added: ComfyGraph = {
        ...graph,
        '9001': { class_type: 'CLIPTextEncode', inputs: { text: 'unused', clip: ['9000', 0] } },
        ...(picture
          ? { '9002': { class_type: 'PreviewImage', inputs: { images: [picture[0], 0] } } }
          : {}),
      };
      const found = summary(added, deriveWorkflow(added, info));
      expect([name, found.params]).toEqual([name, expected.params]);
    }
  });

  it('gives a workflow without lint findings', () => {
    const core = corpus.filter(({ graph }) =>
      Object.values(graph).every(
        ({ class_type, inputs }) =>
          Object.hasOwn(info, class_type) && typeof inputs['seed'] !== 'string',
      ),
    );
    expect(core.length).toBeGreaterThan(35);
    for (const { name, graph } of core) {
      const workflow = derivedWorkflow(graph, deriveWorkflow(graph, info));
      const findings = lintWorkflow(workflow, info).map(toLine);
      expect([name, findings]).toEqual([name, []]);
    }
  });

  it('leaves every other input settable as node_<id>.<input>', () => {
    for (const { graph } of corpus) {
      const workflow = derivedWorkflow(graph, deriveWorkflow(graph, info));
      const bound = new Set(
        Object.values(workflow.params).flatMap(({ binds }) =>
          binds.map(({ node, input }) => `${node}.${input}`),
        ),
      );
      for (const [id, node] of Object.entries(graph))
        for (const [input, value] of Object.entries(node.inputs))
          if (!Array.isArray(value) && input !== 'filename_prefix' && !bound.has(`${id}.${input}`))
            expect(nodeParam(workflow, `node_${id}.${input}`, info)).not.toBeNull();
    }
  });

  it.each([
    ['no node at all', {}],
    ['a loop', { '1': loop('2'), '2': loop('1'), '3': saver('1') }],
    ['a link into nothing', { '3': saver('404') }],
    ['a node without inputs', { '3': { class_type: 'SaveImage', inputs: {} } }],
    ['names of JavaScript', { constructor: saver('__proto__'), toString: saver('constructor') }],
  ])('handles %s', (_, graph: ComfyGraph) => {
    expect(deriveWorkflow(graph, info).params['prompt']?.binds).toEqual([]);
    expect(deriveWorkflow(graph, null).params['prompt']?.binds).toEqual([]);
  });

  it('handles random values as inputs', () => {
    const rubbish: readonly unknown[] = [
      ...[null, true, -1, 1e300, NaN, '', 'x'.repeat(300), [], {}, [1, 2], ['1', 0], ['2', 99]],
      ...[{ __value__: [1] }, { a: ['1', 0] }, '18446744073709551615', ['5', -1], ['3', 0.5]],
    ];
    for (const { name, graph } of corpus)
      for (let round = 0; round < 20; round += 1) {
        const broken = Object.fromEntries(
          Object.entries(graph).map(([id, node]) => {
            const input = random.pick([...Object.keys(node.inputs), 'width', 'seed', 'switch']);
            const inputs = { ...node.inputs, [input]: random.pick(rubbish) };
            return [id, random.below(4) === 0 ? { ...node, inputs } : node];
          }),
        );
        const known = random.flag() ? info : null;
        const { workflow, faults } = importedWorkflow({ id: name, graph: broken }, known);
        expect(workflow !== null || faults.length > 0).toBe(true);
        // What is wrong is the graph's own; nothing that was derived is.
        expect(faults.filter(({ field }) => field !== null)).toEqual([]);
      }
  });

  it('follows a chain of thousands of nodes', () => {
    const links = Array.from({ length: 5000 }, (_, n): [string, ComfyGraph[string]] => [
      String(n + 1),
      { class_type: 'ImageInvert', inputs: { image: [String(n), 0] } },
    ]);
    const graph = { ...Object.fromEntries(links), end: saver('5000') };
    expect(deriveWorkflow(graph, info).kind).toBe('image');
  });
});

function loop(to: string): ComfyGraph[string] {
  return { class_type: 'ConditioningCombine', inputs: { conditioning_1: [to, 0], model: [to, 0] } };
}

function saver(of: string): ComfyGraph[string] {
  return { class_type: 'SaveImage', inputs: { images: [of, 0], filename_prefix: 'x' } };
}

/** Prefixes are ours, titles are added. */
function withoutPrefix(graph: ComfyGraph): unknown {
  return Object.fromEntries(
    Object.entries(graph).map(([id, { class_type, inputs }]) => [
      id,
      { class_type, inputs: { ...inputs, filename_prefix: null } },
    ]),
  );
}
