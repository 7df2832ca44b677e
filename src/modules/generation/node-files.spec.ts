import { param, recordedObjectInfo, workflowAround } from '../../../test/support/workflow-fixtures';
import { nodeFileParam } from './node-files';
import { sentParams } from './sent-params';

const workflow = workflowAround(
  {
    load: { class_type: 'LoadImage', inputs: { image: 'a.png' } },
    logo: { class_type: 'LoadImage', inputs: { image: 'logo.png' } },
    out: { class_type: 'LoadImageOutput', inputs: { image: 'x [output]' } },
    pack: {
      class_type: 'FromAPack',
      inputs: { imagePath: '/x', base_dir: 'y', strength: 1, profile: 'main' },
    },
    ckpt: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
    pos: { class_type: 'CLIPTextEncode', inputs: { text: 'a' } },
  },
  {
    params: {
      prompt: param('text', { required: true }),
      image: param('image', { binds: [{ node: 'load', input: 'image' }] }),
    },
    open_params: ['node_logo.image'],
  },
);

const reaching = (workflow_params: Record<string, unknown>, fields: object = {}, known = true) =>
  nodeFileParam(
    workflow,
    sentParams(
      { workflow: 'w', prompt: 'p [output]', provider: 'auto', ...fields, workflow_params },
      ['body'],
    ),
    known ? recordedObjectInfo() : null,
  );

describe('nodeFileParam', () => {
  it.each([
    ['an upload-marked input', { 'node_out.image': 'x' }],
    ['an input named like a path', { 'node_pack.imagePath': '/etc/passwd' }],
    ['an input named like a directory', { 'node_pack.base_dir': '/' }],
    ['a folder suffix in a param that takes media', { image: 'a.png [output]' }],
    ['a folder suffix in an input of a node', { 'node_pos.text': 'secret.png [temp] ' }],
  ])('finds %s', (_, params) => {
    expect(reaching(params)).toBe(Object.keys(params)[0]);
  });

  it('finds a folder suffix at the top of the body, too', () => {
    expect(reaching({}, { image: 'a.png [input]' })).toBe('image');
  });

  it.each([
    ['media where media belongs', { image: 'mine.png' }],
    ['what the manifest opens', { 'node_logo.image': 'other.png' }],
    ['numbers', { 'node_pack.strength': 2 }],
    ['a name that only looks like a path’s', { 'node_pack.profile': 'high' }],
    ['models', { 'node_ckpt.ckpt_name': 'b.safetensors' }],
    ['text', { 'node_pos.text': 'words' }],
    ['what isn’t there', { 'node_none.file': 'x', nothing: '[output]' }],
  ])('lets %s pass', (_, params) => {
    expect(reaching(params)).toBeNull();
  });

  it('judges by what stands in the graph while the node was never reached', () => {
    const closed = { ...workflow, params: { prompt: param('text') } };
    const sent = sentParams(
      {
        workflow: 'w',
        prompt: 'p',
        provider: 'auto',
        workflow_params: { 'node_load.image': 'b.png' },
      },
      ['body'],
    );
    expect(nodeFileParam(closed, sent, null)).toBe('node_load.image');
    expect(reaching({ 'node_ckpt.ckpt_name': 'b.safetensors' }, {}, false)).toBeNull();
  });
});
