import type { Assessment } from '../workflows/public/availability';
import { WorkflowNotRunnable } from './generation.errors';

const detailOf = (assessment: Partial<Assessment>): string => {
  const nothing = { missing_classes: [], missing_models: [], unsupported_values: [] };
  const obstacle = { provider: 'gpu', assessment: { ...nothing, ...assessment } };
  return new WorkflowNotRunnable('w', 'image', obstacle).message;
};

const sampler = { node: '5', class: 'KSampler' };

describe('a workflow that a node cannot run', () => {
  it.each<[string, Partial<Assessment>]>([
    ['it lacks the node class Odd.', { missing_classes: ['Odd'] }],
    [
      'it lacks the node class KSamplr (it has KSampler), the node class Odd.',
      {
        missing_classes: ['KSamplr', 'Odd'],
        nearest_classes: [{ class: 'KSamplr', nearest: ['KSampler'] }],
      },
    ],
    [
      'it lacks sampler_name eulr of KSampler (it has euler, heun).',
      {
        unsupported_values: [
          { ...sampler, input: 'sampler_name', value: 'eulr', nearest: ['euler', 'heun'] },
        ],
      },
    ],
    [
      'it lacks sampler_name eulr of KSampler.',
      {
        unsupported_values: ['5', '6'].map((node) => ({
          ...sampler,
          node,
          input: 'sampler_name',
          value: 'eulr',
        })),
      },
    ],
    [
      'it lacks a value for latent_image of KSampler. node 5 (KSampler): input model takes MODEL.',
      {
        unsupported_values: [
          { ...sampler, input: 'latent_image', reason: 'lacks a value for latent_image' },
          { ...sampler, input: 'model', value: ['1', 0], reason: 'input model takes MODEL' },
        ],
      },
    ],
    [
      'it lacks the model vae/a.sft (it has a.safetensors).',
      { missing_models: [{ folder: 'vae', file: 'a.sft', nearest: ['a.safetensors'] }] },
    ],
    [
      'it lacks the model loras/b.sft. GET /api/comfy/models/loras?provider=gpu lists what it has.',
      { missing_models: [{ folder: 'loras', file: 'b.sft', nearest: [] }] },
    ],
    [
      'it lacks the model loras/b.sft, the model vae/c.sft. ' +
        'GET /api/comfy/models/FOLDER?provider=gpu lists what it has.',
      {
        missing_models: [
          { folder: 'loras', file: 'b.sft', nearest: [] },
          { folder: 'vae', file: 'c.sft', nearest: [] },
        ],
      },
    ],
  ])('%s', (reason, assessment) => {
    expect(detailOf(assessment)).toBe(`The node 'gpu' can't run the workflow 'w': ${reason}`);
  });

  it('contains similar names', () => {
    const nearest_classes = [{ class: 'KSamplr', nearest: ['KSampler'] }];
    const assessment = { missing_classes: ['KSamplr'], nearest_classes };
    const nothing = { missing_models: [], unsupported_values: [] };
    const obstacle = { provider: 'gpu', assessment: { ...assessment, ...nothing } };
    expect(new WorkflowNotRunnable('w', 'image', obstacle)).toMatchObject({ extras: assessment });
  });
});
