import {
  param,
  recordedObjectInfo,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import { assess } from '../../workflows/public/availability';
import { sketchGraph } from '../nodes/sketch-graphs';
import { requestedWorkflow } from './requested-workflow';
import { sentParams } from './sent-params';

const workflow = workflowAround(
  {
    ckpt: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'theirs.safetensors' } },
    pose: { class_type: 'LoadImage', inputs: { image: 'pose.png' } },
    sampler: {
      class_type: 'KSampler',
      inputs: { steps: 20, sampler_name: 'euler', model: ['ckpt', 0], pose: ['pose', 0] },
    },
  },
  {
    params: {
      checkpoint: param('model', {
        folder: 'checkpoints',
        binds: [{ node: 'ckpt', input: 'ckpt_name' }],
      }),
      image: param('image', { binds: [{ node: 'pose', input: 'image' }] }),
    },
  },
);

const FROM_REQUEST = ['the request', 0];

const sent = (fields: object = {}) =>
  sentParams({ workflow: 'w', prompt: 'p', provider: 'auto', ...fields }, ['body']);

describe('requestedWorkflow', () => {
  it('adds the node inputs that a request names, with the bounds of the node', () => {
    const named = sent({
      workflow_params: { 'node_sampler.steps': 4, 'node_none.x': 1, other: 2 },
    });
    const { params } = requestedWorkflow(workflow, named, recordedObjectInfo());
    expect(Object.keys(params)).toEqual(['checkpoint', 'image', 'node_sampler.steps']);
    expect(params['node_sampler.steps']).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 10000,
    });
  });

  it('does not change the workflow of the catalogue', () => {
    requestedWorkflow(workflow, sent({ workflow_params: { 'node_sampler.steps': 4 } }), null);
    expect(Object.keys(workflow.params)).toEqual(['checkpoint', 'image']);
  });
});

describe('sketchGraph', () => {
  it('contains the values of the workflow itself', () => {
    const sketch = sketchGraph(workflow, sent());
    expect(sketch['ckpt']!.inputs).toEqual({ ckpt_name: 'theirs.safetensors' });
    expect(sketch['sampler']!.inputs).toMatchObject({ steps: 20, sampler_name: 'euler' });
  });

  it('replaces values that the request fills in, so that the node need not have the old ones', () => {
    const fields = {
      checkpoint: 'mine.safetensors',
      workflow_params: { 'node_sampler.sampler_name': 'x' },
    };
    const sketch = sketchGraph(workflow, sent(fields));
    expect(sketch['ckpt']!.inputs).toEqual({ ckpt_name: FROM_REQUEST });
    expect(sketch['sampler']!.inputs['sampler_name']).toEqual(FROM_REQUEST);
    expect(assess(sketch, recordedObjectInfo()).missing_models).toEqual([]);
  });

  it('keeps the branch of an optional file only when one is sent', () => {
    expect(sketchGraph(workflow, sent())).not.toHaveProperty('pose');
    expect(sketchGraph(workflow, sent({ image: 'a.png' }))).toHaveProperty('pose');
  });
});
