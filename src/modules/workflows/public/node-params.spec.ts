import {
  param,
  recordedObjectInfo,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import { nodeParam } from './node-params';

const workflow = workflowAround(
  {
    '3': {
      class_type: 'KSampler',
      inputs: { steps: 20, cfg: 7, sampler_name: 'euler', model: ['4', 0] },
    },
    '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
    '5': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
    '6': { class_type: 'CLIPTextEncode', inputs: { text: 'x', clip: ['4', 1] } },
    '7': {
      class_type: 'Unheard',
      inputs: {
        'format.codec': 'h264',
        loop: true,
        list: { __value__: [1] },
        amount: 2,
        name: 'a.wav',
      },
    },
    '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'ComfyUI', images: ['5', 0] } },
  },
  { params: { steps: param('integer', { binds: [{ node: '3', input: 'steps' }] }) } },
);

const found = (name: string) => nodeParam(workflow, name, recordedObjectInfo());

describe('nodeParam', () => {
  it.each([
    ['node_3.cfg', { type: 'number' }],
    ['node_3.sampler_name', { type: 'choice' }],
    ['node_4.ckpt_name', { type: 'model', folder: 'checkpoints' }],
    ['node_5.image', { type: 'text' }],
    ['node_6.text', { type: 'text' }],
    ['node_7.format.codec', { type: 'text' }],
    ['node_7.loop', { type: 'boolean' }],
    ['node_7.amount', { type: 'number' }],
  ])('reaches %s', (name, type) => {
    const [, node, input] = /^node_(\d)\.(.+)$/.exec(name)!;
    expect(found(name)).toMatchObject({
      ...type,
      required: false,
      binds: [{ node, input }],
    });
  });

  it.each([
    'node_3.steps', // a param of the manifest
    'node_3.model', // a link
    'node_9.filename_prefix', // ours
    'node_3.nothing',
    'node_8.text',
    'node_7.list',
    'node_3',
    'node_.x',
    'node_3.',
    'steps',
    'node_constructor.name',
    'node_3.constructor',
  ])('reaches no %s', (name) => {
    expect(found(name)).toBeNull();
  });
});
