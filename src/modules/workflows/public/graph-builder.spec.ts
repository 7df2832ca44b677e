import { SeededRandom } from '../../../../test/support/seeded-random';
import {
  builtinCatalogue,
  param,
  recordedObjectInfo,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, ComfyLink, ComfyNode } from '../../providers/public/comfy-types';
import { isLink, linksOf, sameLink } from '../graph/graph-edits';
import { isMedia } from '../catalogue/media-params';
import { buildGraph, type GraphRequest } from './graph-builder';
import type { LoraChoice, LoraSlot, Workflow } from './workflow';

const OUTPUT_PREFIX = 'kinora/5d1a';
const request = (rest: Partial<GraphRequest> = {}): GraphRequest => ({
  values: {},
  loras: [],
  outputPrefix: OUTPUT_PREFIX,
  ...rest,
});

const node = (class_type: string, inputs: ComfyNode['inputs'] = {}): ComfyNode => ({
  class_type,
  inputs,
});

const prefixes = (graph: ComfyGraph): readonly unknown[] =>
  Object.values(graph).flatMap(({ inputs }) =>
    'filename_prefix' in inputs ? [inputs['filename_prefix']] : [],
  );

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

describe('buildGraph', () => {
  it('binds a value to every place of its param and keeps the literal of the others', () => {
    const workflow = workflowAround(
      { a: node('A', { width: 1, seed: 0 }), b: node('B', { width: 1 }) },
      {
        params: {
          width: param('integer', {
            binds: [
              { node: 'a', input: 'width' },
              { node: 'b', input: 'width' },
            ],
          }),
          seed: param('integer', { binds: [{ node: 'a', input: 'seed' }] }),
        },
      },
    );
    const graph = buildGraph(workflow, request({ values: { width: 640, seed: null } }));
    expect(graph).toEqual({
      a: { class_type: 'A', inputs: { width: 640, seed: 0 }, _meta: { title: 'A' } },
      b: { class_type: 'B', inputs: { width: 640 }, _meta: { title: 'B' } },
    });
  });

  it('wraps a list, which the node could take for a link', () => {
    const workflow = workflowAround(
      { a: node('A', { text: '' }) },
      { params: { text: param('string', { binds: [{ node: 'a', input: 'text' }] }) } },
    );
    const graph = buildGraph(workflow, request({ values: { text: ['b', 0] } }));
    expect(graph['a']?.inputs['text']).toEqual({ __value__: ['b', 0] });
  });

  it('refuses a value that no param takes, and LoRAs that no slot takes', () => {
    const workflow = workflowAround({ a: node('A') });
    expect(() => buildGraph(workflow, request({ values: { constructor: 1 } }))).toThrow(
      'no param constructor',
    );
    expect(() =>
      buildGraph(workflow, request({ loras: [{ name: 'x.safetensors', strength: 1 }] })),
    ).toThrow('takes no LoRA');
  });

  it('gives every output node a prefix of its own, also where ids clean up to the same name', () => {
    const workflow = workflowAround({
      'a b': node('SaveImage', { filename_prefix: 'mine' }),
      'a.b': node('SaveImage', { filename_prefix: '../../evil' }),
      linked: node('SaveImage', { filename_prefix: ['a b', 0] }),
    });
    expect(prefixes(buildGraph(workflow, request()))).toEqual([
      'kinora/5d1a/a_b',
      'kinora/5d1a/a_b_2',
      'kinora/5d1a/linked',
    ]);
  });

  it('gives a prefix to every node whose class takes one, as far as the classes are known', () => {
    const workflow = workflowAround({
      save: node('SaveImage', { images: ['x', 0] }),
      show: node('PreviewImage', { images: ['x', 0] }),
    });
    expect(prefixes(buildGraph(workflow, request()))).toEqual([]);
    const graph = buildGraph(workflow, request({ info: recordedObjectInfo() }));
    expect(graph['save']?.inputs['filename_prefix']).toBe('kinora/5d1a/save');
    expect(graph['show']?.inputs).toEqual({ images: ['x', 0] });
  });

  it('keeps titles and gives the class name where one lacks', () => {
    const workflow = workflowAround({
      a: { ...node('A'), _meta: { title: 'Mine' } },
      b: { ...node('B'), _meta: {} },
    });
    const titles = Object.values(buildGraph(workflow, request())).map((one) => one._meta?.title);
    expect(titles).toEqual(['Mine', 'B']);
  });

  it('removes the branch of an optional file when no file is given', () => {
    const workflow = workflowAround(
      {
        image: node('LoadImage', { image: 'x.png' }),
        scale: node('Scale', { image: ['image', 0] }),
        latent: node('Vace', { reference_image: ['scale', 0], width: 8 }),
        save: node('SaveImage', { images: ['latent', 0] }),
      },
      {
        params: {
          image: param('image', { binds: [{ node: 'image', input: 'image' }], branch: ['scale'] }),
        },
      },
    );
    const without = buildGraph(workflow, request());
    expect(Object.keys(without)).toEqual(['latent', 'save']);
    expect(without['latent']?.inputs).toEqual({ width: 8 });
    const withFile = buildGraph(workflow, request({ values: { image: 'kinora/a.png' } }));
    expect(withFile['image']?.inputs).toEqual({ image: 'kinora/a.png' });
    expect(withFile['latent']?.inputs['reference_image']).toEqual(['scale', 0]);
  });

  it('rewires schedulers as well as samplers, model and clip', () => {
    const slot: LoraSlot = { loader: 'LoraLoader', model: ['ckpt', 0], clip: ['ckpt', 1] };
    const workflow = workflowAround(
      {
        ckpt: node('CheckpointLoaderSimple'),
        pos: node('CLIPTextEncode', { clip: ['ckpt', 1] }),
        sigmas: node('BasicScheduler', { model: ['ckpt', 0] }),
        guider: node('BasicGuider', { model: ['ckpt', 0], vae: ['ckpt', 2] }),
      },
      { lora_slots: [slot] },
    );
    const graph = buildGraph(
      workflow,
      request({ loras: [{ name: 'a.safetensors', strength: 0.8, strength_clip: 0.5 }] }),
    );
    expect(graph['lora_1']).toEqual({
      class_type: 'LoraLoader',
      inputs: {
        model: ['ckpt', 0],
        clip: ['ckpt', 1],
        lora_name: 'a.safetensors',
        strength_model: 0.8,
        strength_clip: 0.5,
      },
      _meta: { title: 'LoRA a.safetensors' },
    });
    expect(graph['pos']?.inputs['clip']).toEqual(['lora_1', 1]);
    expect(graph['sigmas']?.inputs['model']).toEqual(['lora_1', 0]);
    expect(graph['guider']?.inputs).toEqual({ model: ['lora_1', 0], vae: ['ckpt', 2] });
  });

  it('feeds the experts of a two-expert model what is meant for them', () => {
    const workflow = workflowAround(
      {
        high: node('UNETLoader'),
        low: node('UNETLoader'),
        shift_high: node('Shift', { model: ['high', 0] }),
        shift_low: node('Shift', { model: ['low', 0] }),
      },
      {
        lora_slots: [
          { loader: 'LoraLoaderModelOnly', model: ['high', 0], target: 'high' },
          { loader: 'LoraLoaderModelOnly', model: ['low', 0], target: 'low' },
        ],
      },
    );
    const graph = buildGraph(
      workflow,
      request({
        loras: [
          { name: 'h', strength: 1, target: 'high' },
          { name: 'both', strength: 1 },
          { name: 'l', strength: 1, target: 'low' },
        ],
      }),
    );
    expect(chain(graph, graph['shift_high']?.inputs['model'])).toEqual(['h', 'both', 'high']);
    expect(chain(graph, graph['shift_low']?.inputs['model'])).toEqual(['both', 'l', 'low']);
  });
});

/** LoRA names from the loader's side to the consumer's, then the id of the loader they hang on. */
function chain(graph: ComfyGraph, from: unknown): readonly unknown[] {
  const names: unknown[] = [];
  let link = from;
  while (isLink(link)) {
    const source = graph[link[0]];
    if (source?.inputs['lora_name'] === undefined) return [...names.reverse(), link[0]];
    names.push(source.inputs['lora_name']);
    link = source.inputs['model'];
  }
  throw new Error('the chain ends nowhere');
}

describe('buildGraph, for any graph', () => {
  it('keeps its invariants on random workflows', () => {
    const chance = SeededRandom.for('graph builder');
    for (let n = 0; n < 500; n += 1) expectPromisesKept(randomCase(chance));
  });

  it('keeps them on the builtin workflows', async () => {
    for (const workflow of (await builtinCatalogue()).list()) {
      const before = JSON.stringify(workflow);
      const three = [1, 2, 3].map((n) => ({ name: `${n}.safetensors`, strength: n / 4 }));
      const loras = workflow.supports_lora ? three : [];
      const files = Object.entries(workflow.params).filter(([, { type }]) => isMedia(type));
      const values = { prompt: 'a cat', ...Object.fromEntries(files.map(([name]) => [name, 'x'])) };
      const graph = buildGraph(workflow, request({ loras, values }));
      expect(JSON.stringify(workflow)).toBe(before);
      expectEveryLinkLeadsSomewhere(graph);
      expectConsumersBehindLoras(workflow, graph, loras);
      expect(prefixes(graph)).toEqual([`${OUTPUT_PREFIX}/save`]);
      for (const { node: id, input } of workflow.params['prompt']!.binds)
        expect(graph[id]?.inputs[input]).toBe('a cat');
      expectEveryLinkLeadsSomewhere(buildGraph(workflow, request({ values: { prompt: 'a cat' } })));
    }
  });
});

function expectPromisesKept({ workflow, loras }: ReturnType<typeof randomCase>): void {
  const before = structuredClone(workflow);
  const wanted = request({ loras, values: { number: 42 } });
  const graph = buildGraph(deepFreeze(workflow), deepFreeze(wanted));

  expect(workflow).toEqual(before);
  expect(buildGraph(workflow, wanted)).toEqual(graph);
  expect(graph['root']?.inputs['number']).toBe(42);
  expectEveryLinkLeadsSomewhere(graph);
  expect(Object.values(graph).every(({ _meta }) => (_meta?.title ?? '') !== '')).toBe(true);
  expect(new Set(prefixes(graph)).size).toBe(prefixes(graph).length);
  expect(prefixes(graph).every((one) => String(one).startsWith(`${OUTPUT_PREFIX}/`))).toBe(true);
  expect(Object.keys(graph).length).toBe(
    Object.keys(workflow.graph).length + loras.length * workflow.lora_slots.length,
  );
  expectConsumersBehindLoras(workflow, graph, loras);
}

function expectEveryLinkLeadsSomewhere(graph: ComfyGraph): void {
  const dangling = Object.values(graph)
    .flatMap(linksOf)
    .filter(([, [source]]) => !Object.hasOwn(graph, source));
  expect(dangling).toEqual([]);
}

function expectConsumersBehindLoras(
  workflow: Workflow,
  graph: ComfyGraph,
  loras: readonly LoraChoice[],
): void {
  const slotAt = (link: ComfyLink): LoraSlot | undefined =>
    workflow.lora_slots.find(({ model }) => sameLink(model, link));
  for (const [id, before] of Object.entries(workflow.graph))
    for (const [input, link] of linksOf(before)) {
      const after = graph[id]?.inputs[input];
      if (slotAt(link)) {
        // LoRAs that the graph came with stay nearest to the loader.
        const own = chain(workflow.graph, link);
        const wanted = [...own.slice(0, -1), ...loras.map(({ name }) => name), ...own.slice(-1)];
        expect(chain(graph, after)).toEqual(wanted);
      } else if (!workflow.lora_slots.some(({ clip }) => clip && sameLink(clip, link)))
        expect(after).toEqual(link);
    }
}

/** A random graph without cycles; some ids are those that the builder would like for itself. */
function randomCase(chance: SeededRandom): { workflow: Workflow; loras: LoraChoice[] } {
  const ids = ['lora_1', 'lora_2', 'lora', '7', '12', 'a b', 'a_b', 'a.b', 'save', 'x'];
  const graph: Record<string, ComfyNode> = { root: node('Loader', { number: 1 }) };
  for (const id of ids.slice(0, chance.below(ids.length) + 1)) {
    const links = Array.from({ length: chance.below(3) }, (_, index): [string, ComfyLink] => [
      `in${index}`,
      [chance.pick(Object.keys(graph)), chance.below(3)],
    ]);
    const prefix = chance.flag() ? { filename_prefix: 'theirs' } : {};
    graph[id] = node('Node', { ...Object.fromEntries(links), ...prefix });
  }
  const loras = Array.from({ length: chance.below(4) }, (_, index) => ({
    name: `${index}.safetensors`,
    strength: chance.below(100) / 100,
  }));
  const slots = chance.pick<LoraSlot[]>([
    [{ loader: 'LoraLoaderModelOnly', model: ['root', 0] }],
    [{ loader: 'LoraLoader', model: ['root', 0], clip: ['root', 1] }],
    [
      { loader: 'LoraLoaderModelOnly', model: ['root', 0] },
      { loader: 'LoraLoaderModelOnly', model: ['root', 2] },
    ],
  ]);
  const params = { number: param('integer', { binds: [{ node: 'root', input: 'number' }] }) };
  return { workflow: workflowAround(graph, { params, lora_slots: slots }), loras };
}
