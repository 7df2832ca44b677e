import {
  recordedObjectInfo,
  param,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { isChoiceOf } from './input-specs';
import { nearestModels, spellModel } from './model-names';
import { assess, assessed, spellModels } from '../public/availability';
import { withDefaults } from '../public/node-defaults';
import { textsAmong } from '../public/model-search';
import { mergeParams } from '../public/params';
import type { NodeReadiness } from '../records/workflow-nodes.service';
import { toRecord } from '../records/workflow-record';

/*
 * Large graphs, and nodes with very many files: how often a thing is looked at must not depend on how much there is of
 * another one. Counted, not timed.
 */

/** The same, and how often one of its properties was asked for, or their names. */
function watched<T extends object>(target: T): { readonly it: T; readonly looks: () => number } {
  let count = 0;
  const counted = <Result>(result: Result): Result => {
    count += 1;
    return result;
  };
  const it = new Proxy(target, {
    get: (all, key) => counted(Reflect.get(all, key) as unknown),
    ownKeys: (all) => counted(Reflect.ownKeys(all)),
  });
  return { it, looks: () => count };
}

const numbered = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const files = (count: number): string[] => numbered(count, (at) => `some/lora_${String(at)}.sft`);

const loading = (count: number): ComfyGraph =>
  Object.fromEntries(
    numbered(count, (at) => [
      `l${String(at)}`,
      { class_type: 'LoraLoaderModelOnly', inputs: { lora_name: `f${String(at)}.sft` } },
    ]),
  );

/** A node whose LoRA loaders offer these files. */
function offering(names: readonly string[]): ObjectInfo {
  const info = recordedObjectInfo();
  for (const loader of ['LoraLoader', 'LoraLoaderModelOnly']) {
    const described = info[loader]!;
    const required = { ...described.input.required, lora_name: [names] satisfies InputSpec };
    info[loader] = { ...described, input: { ...described.input, required } };
  }
  return info;
}

describe('lists of a node', () => {
  it('are read once, however many files are looked up in them', () => {
    const looksFor = (lookUps: number): number => {
      const { it: offered, looks } = watched(files(100));
      for (const wanted of numbered(lookUps, (at) => `another_${String(at)}.sft`)) {
        expect(spellModel(wanted, offered)).toBeNull();
        nearestModels(wanted, offered);
      }
      return looks();
    };
    // Three names, which each answer contains.
    expect(looksFor(1_000)).toBeLessThan(looksFor(1) + 1_000 * 10 * 3);
    expect(looksFor(1)).toBeLessThan(100 * 20);
  });

  it('are read once, however many values are compared with them', () => {
    const { it: choices, looks } = watched(files(100));
    const spec: InputSpec = [choices];
    for (const value of numbered(1_000, String)) expect(isChoiceOf(spec, value)).toBe(false);
    expect(looks()).toBeLessThan(100 * 5);
  });

  it('are read once for a graph with very many loaders', () => {
    const { it: names, looks } = watched(files(100));
    const info = offering(names);
    const { missing_models: missing } = assess(loading(1_000), info);
    spellModels(loading(1_000), info);
    expect(missing).toHaveLength(1_000);
    expect(missing.slice(20).flatMap(({ nearest }) => nearest)).toEqual([]);
    expect(looks()).toBeLessThan(100 * 50);
  });

  it('are read once, however many classes and choices a graph misspells', () => {
    const { it: names, looks } = watched(numbered(100, (at) => `choice_${String(at)}`));
    const odd = { name: 'Odd', output: [], input: { required: { a: [names] } } };
    const { it: info, looks: looksAtInfo } = watched({ ...recordedObjectInfo(), Odd: odd });
    const misspelt = (count: number, name: string): ComfyGraph =>
      Object.fromEntries(
        numbered(count, (at) => [
          `${name}${String(at)}`,
          { class_type: name === 'Odd' ? name : `${name}${String(at)}`, inputs: { a: 'chioce' } },
        ]),
      );
    const graph = { ...misspelt(1_000, 'Odd'), ...misspelt(1_000, 'CheckpointLoaderSimpl') };
    const found = assess(graph, info as unknown as ObjectInfo);
    expect(found.nearest_classes).toHaveLength(20);
    expect(found.unsupported_values).toHaveLength(1_000);
    expect(looks()).toBeLessThan(100 * 10);
    expect(looksAtInfo()).toBeLessThan(30_000);
  });

  it('are read once for all workflows that take the same files', () => {
    const { it: names, looks } = watched(files(100));
    const info = offering(names);
    const loras = param('loras', { folder: 'loras' });
    const merged = numbered(50, (at) =>
      mergeParams(workflowAround({}, { id: String(at), params: { loras } }), [info]),
    );
    expect(new Set(merged.map((params) => params['loras']?.choices)).size).toBe(1);
    expect(merged[0]?.['loras']?.choices).toEqual(expect.arrayContaining([...names]));
    expect(looks()).toBeLessThan(100 * 20);
  });

  it('are read as often as they are long where nodes have a list in common', () => {
    const looksFor = (count: number): number => {
      const { it: choices, looks } = watched(files(count));
      const spec: InputSpec = [choices];
      const info = { A: { name: 'A', output: [], input: { required: { a: spec } } } };
      const choice = param('choice', { binds: [{ node: '1', input: 'a' }] });
      const graph = { '1': { class_type: 'A', inputs: { a: '' } } };
      const workflow = workflowAround(graph, { params: { choice } });
      expect(mergeParams(workflow, [info, { ...info }])['choice']?.choices).toHaveLength(count);
      return looks();
    };
    expect(looksFor(1_000)).toBeLessThan(looksFor(100) * 20);
  });
});

it('files among choices are the same list each time', () => {
  const choices = ['a', 1, 'b'];
  expect(textsAmong(choices)).toEqual(['a', 'b']);
  expect(textsAmong(choices)).toBe(textsAmong(choices));
});

describe('a catalogue', () => {
  it('is merged with a workflow once for all nodes that describe its classes alike', () => {
    const graph = { '1': { class_type: 'KSampler', inputs: { steps: 20 } } };
    const steps = param('integer', { binds: [{ node: '1', input: 'steps' }] });
    const workflow = workflowAround(graph, { params: { steps } });
    const shared = recordedObjectInfo();
    const one = { ...offering([]), KSampler: shared['KSampler']! };
    const two = { ...shared, KSampler: { ...shared['KSampler']! } };
    const merged = mergeParams(workflow, [one]);
    expect(mergeParams(workflow, [shared, one])).toBe(merged);
    expect(mergeParams(workflow, [two])).not.toBe(merged);
    expect(mergeParams(workflow, [two])).toEqual(merged);
  });

  it('is compared with a graph once for all nodes that describe its classes alike', () => {
    const graph = { '1': { class_type: 'SaveImage', inputs: { images: ['2', 0] } } };
    const shared = recordedObjectInfo();
    const other = { ...offering([]), SaveImage: shared['SaveImage']! };
    expect(assessed(other, graph)).toBe(assessed(shared, graph));
    const unknown = { '1': { class_type: 'SaveImages', inputs: {} } };
    expect(assessed(shared, unknown).nearest_classes?.[0]?.nearest).toContain('SaveImage');
    expect(assessed({ SaveImage: shared['SaveImage']! }, unknown).nearest_classes).toEqual([
      { class: 'SaveImages', nearest: ['SaveImage'] },
    ]);
  });
});

describe('a graph', () => {
  const nodes = (info: ObjectInfo): readonly NodeReadiness[] => [
    ...[{ id: 'a', isDefault: true, online: true, info, runnable: true, assessment: null }],
  ];

  it('is gone through a fixed number of times for its record, whatever it loads', () => {
    const info = offering(files(3));
    const looksFor = (models: number): number => {
      const { it: graph, looks } = watched(loading(500));
      const workflow = workflowAround(graph, {
        models: numbered(models, (at) => ({ folder: 'loras', file: `f${String(at)}.sft` })),
      });
      const around = { nodes: nodes(info), runTimes: [], promptChars: 100, notes: () => [] };
      expect(toRecord(workflow, around).requirements.models).toHaveLength(models);
      return looks();
    };
    expect(looksFor(500)).toBe(looksFor(1));
  });

  it('has a record of a bearable size, however many of its params have long lists', () => {
    const info = offering(files(1_000));
    const choicesOf = (count: number): number[] => {
      const loras = numbered(count, (at) => [`l${String(at)}`, param('lora', { folder: 'loras' })]);
      const workflow = workflowAround({}, { params: Object.fromEntries(loras) });
      const around = { nodes: nodes(info), runTimes: [], notes: () => [], promptChars: 1_000 };
      const { params } = toRecord(workflow, around);
      return Object.values(params).map(({ choices }) => choices?.length ?? 0);
    };
    expect(choicesOf(2).every((length) => length > 1_000)).toBe(true);
    expect(new Set(choicesOf(400))).toEqual(new Set([125]));
  });

  it('is gone through a fixed number of times, whatever it lacks', () => {
    const info = recordedObjectInfo();
    const looksPerNode = (count: number): number => {
      const bare = numbered(count, (at) => [String(at), { class_type: 'KSampler', inputs: {} }]);
      const { it: graph, looks } = watched(Object.fromEntries(bare) as ComfyGraph);
      expect(withDefaults(graph, info)['0']?.inputs).toMatchObject({ steps: 20 });
      return looks() / count;
    };
    expect(looksPerNode(1_000)).toBeLessThanOrEqual(looksPerNode(10));
  });
});
