import {
  addFile,
  builtinCatalogue,
  param,
  recordedObjectInfo,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import type { InputSpec, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { mergeParams } from './params';
import type { WorkflowParam } from './workflow';

function nodeWith(input: InputSpec): ObjectInfo {
  const described: NodeClassInfo = { input: { required: { x: input } }, output: [], name: 'A' };
  return { A: described };
}

/** One param bound to one input, merged with nodes that describe the input so. */
function mergedWith(own: WorkflowParam, ...inputs: readonly InputSpec[]): WorkflowParam {
  const bound = { ...own, binds: [{ node: 'a', input: 'x' }] };
  const graph = { a: { class_type: 'A', inputs: { x: 1 } } };
  const workflow = workflowAround(graph, { params: { x: bound } });
  return mergeParams(workflow, inputs.map(nodeWith))['x']!;
}

describe('mergeParams', () => {
  it('narrows bounds to what every node takes', () => {
    const merged = mergedWith(
      param('integer', { minimum: 2, maximum: 90 }),
      ['INT', { min: 1, max: 100 }],
      ['INT', { min: 4, max: 200 }],
    );
    expect(merged).toMatchObject({ minimum: 4, maximum: 90 });
  });

  it("keeps the manifest's bounds where nodes leave nothing, or tell nothing", () => {
    const own = param('number', { minimum: 0, maximum: 1 });
    expect(mergedWith(own, ['FLOAT', { min: 5, max: 9 }])).toMatchObject({
      minimum: 0,
      maximum: 1,
    });
    expect(mergedWith(own, ['FLOAT'])).toMatchObject({ minimum: 0, maximum: 1 });
    expect(mergedWith(param('number'))).not.toHaveProperty('minimum');
  });

  it('clamps whole numbers to what JSON carries exactly', () => {
    const merged = mergedWith(param('integer'), ['INT', { min: -(2 ** 64), max: 2 ** 64 }]);
    expect(merged).toMatchObject({ minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1 });
    expect(mergedWith(param('number'), ['FLOAT', { max: 2 ** 64 }]).maximum).toBe(2 ** 64);
  });

  it('offers the choices that every node takes, in either shape', () => {
    const merged = mergedWith(
      param('choice'),
      [['euler', 'heun', 'lcm']],
      ['COMBO', { options: ['lcm', 'euler'] }],
    );
    expect(merged.choices).toEqual(['euler', 'lcm']);
  });

  it('offers all choices of nodes that have none in common', () => {
    expect(mergedWith(param('choice'), [['a']], [['b']]).choices).toEqual(['a', 'b']);
    expect(mergedWith(param('choice'), ['COMBO', { remote: {} }])).not.toHaveProperty('choices');
    expect(mergedWith(param('choice'), ['COMBO', { options: [] }])).not.toHaveProperty('choices');
  });

  it('offers the model files of all nodes', () => {
    const merged = mergedWith(
      param('model', { folder: 'checkpoints' }),
      [['b.safetensors']],
      [['a.safetensors', 'b.safetensors']],
    );
    expect(merged.choices).toEqual(['a.safetensors', 'b.safetensors']);
  });

  it('offers LoRAs to params that no input is bound to, and never the node’s input files', async () => {
    const catalogue = await builtinCatalogue();
    const info = recordedObjectInfo();
    addFile(info, ['LoraLoader', 'lora_name'], 'mine.safetensors');
    const merged = mergeParams(catalogue.get('sdxl-i2i')!, [info]);
    expect(merged['lora_checkpoint']?.choices).toContain('mine.safetensors');
    expect(merged['image']).not.toHaveProperty('choices');
    expect(merged['seed']?.maximum).toBe(2 ** 53 - 1);
    expect(merged['sampler']?.choices).toContain('dpmpp_2m');
  });

  it.each<[string, InputSpec]>([
    ['old', [['of-somebody.png'], { image_upload: true }]],
    ['new', ['COMBO', { options: ['of-somebody.png'], audio_upload: true }]],
  ])('offers nobody what others brought to the node (%s shape)', (_, spec) => {
    expect(mergedWith(param('choice'), spec)).not.toHaveProperty('choices');
  });

  it('changes no workflow', async () => {
    const catalogue = await builtinCatalogue();
    const before = JSON.stringify(catalogue.list());
    for (const workflow of catalogue.list()) mergeParams(workflow, [recordedObjectInfo()]);
    expect(JSON.stringify(catalogue.list())).toBe(before);
  });
});
