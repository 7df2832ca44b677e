import { param, recordedObjectInfo, workflowAround } from '../../../test/support/workflow-fixtures';
import type { InputSpec } from '../providers/public/comfy-types';
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
    neg: { class_type: 'CLIPTextEncode', inputs: { text: 'b' } },
    mask: { class_type: 'LoadImageMask', inputs: { image: 'no extension', channel: 'red' } },
    sound: { class_type: 'LoadAudio', inputs: { audio: '' } },
    film: { class_type: 'LoadVideo', inputs: { file: 'film' } },
    latent: { class_type: 'LoadLatent', inputs: { latent: 'a' } },
    pictures: { class_type: 'LoadImageDataSetFromFolder', inputs: { folder: '3d' } },
    alien: {
      class_type: 'AlsoFromAPack',
      inputs: {
        ...{ a: 'two words.png', b: 'x [output]', c: '../x', d: '~/x', e: '\\\\host\\x' },
        ...{ f: 'http://x', workdir: 'w', sourceURL: 'u', start_image: 'i', words: 'a. b' },
      },
    },
  },
  {
    params: {
      prompt: param('text', { required: true }),
      negative: param('text', { binds: [{ node: 'neg', input: 'text' }] }),
      image: param('image', { binds: [{ node: 'load', input: 'image' }] }),
      picked: param('choice', { binds: [{ node: 'mask', input: 'image' }] }),
      logo: param('string', { binds: [{ node: 'logo', input: 'image' }] }),
      'node_alien.workdir': param('string', { binds: [{ node: 'alien', input: 'workdir' }] }),
      words: param('text', { binds: [{ node: 'alien', input: 'words' }] }),
    },
    open_params: ['logo'],
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
    ['a mask', { picked: 'x.png' }],
    ['sound', { 'node_sound.audio': 'x.wav' }],
    ['a film', { 'node_film.file': 'x.mp4' }],
    ['a latent', { 'node_latent.latent': 'x.latent' }],
    ['a folder of pictures', { 'node_pictures.folder': 'kinora' }],
    ['an input that holds a file with blanks', { 'node_alien.a': 'x' }],
    ['an input that holds a file of another folder', { 'node_alien.b': 'x' }],
    ['an input that holds a way up', { 'node_alien.c': 'x' }],
    ['an input that holds a home', { 'node_alien.d': 'x' }],
    ['an input that holds a share', { 'node_alien.e': 'x' }],
    ['an input that holds an address', { 'node_alien.f': 'x' }],
    ['an input named like a URL', { 'node_alien.sourceURL': 'x' }],
    ['an input of an unknown class named like a picture', { 'node_alien.start_image': 'x' }],
    ['an input under its own name, although the manifest has it', { 'node_alien.workdir': 'x' }],
    ['an input named like a path', { 'node_pack.imagePath': '/etc/passwd' }],
    ['an input named like a directory', { 'node_pack.base_dir': '/' }],
    ['a folder suffix in a param that takes media', { image: 'a.png [output]' }],
    ['a folder suffix in upper case', { image: 'a.png[OUTPUT]' }],
    ['a folder suffix with blanks', { image: 'a.png [ temp ]\t\u00A0' }],
    ['a folder suffix in a list', { image: ['a.png', ['b.png [input]']] }],
    ['a folder suffix in an object', { image: { filename: 'b.png [input]' } }],
    ['a folder suffix in an input of a node', { 'node_pos.text': 'secret.png [temp] ' }],
  ])('finds %s', (_, params) => {
    expect(reaching(params)).toBe(Object.keys(params)[0]);
  });

  it.each<[string, string]>([
    ...(
      ['node_pos.text', 'node_pack.profile', 'node_ckpt.ckpt_name', 'node_mask.channel'] as const
    ).flatMap((name) =>
      ['/etc/passwd', '~/x', 'C:\\x', '\\\\host\\x', 'a/../x', 'http://169.254.169.254'].map(
        (value): [string, string] => [name, value],
      ),
    ),
    ['words', '/etc/passwd'],
  ])('%s can’t be %s', (name, value) => {
    for (const known of [true, false]) expect(reaching({ [name]: value }, {}, known)).toBe(name);
  });

  const described = (input: string, spec: InputSpec): string | null =>
    nodeFileParam(
      workflowAround({ a: { class_type: 'FromAPack', inputs: { [input]: 'plain' } } }),
      sentParams(
        {
          workflow: 'w',
          prompt: 'p',
          provider: 'auto',
          workflow_params: { [`node_a.${input}`]: 'b' },
        },
        ['body'],
      ),
      { FromAPack: { name: 'FromAPack', input: { required: { [input]: spec } }, output: [] } },
    );

  it.each<[string, InputSpec, boolean]>([
    ['video', ['STRING', { default: 'x' }], true],
    ['image', [['a', 'b']], true],
    ['image', ['COMBO', { options: ['bob.png'] }], true],
    ['clip', ['STRING', { vhs_path_extensions: ['mp4'] }], true],
    ['location', ['STRING', {}], true],
    ['save_to', ['STRING', {}], true],
    ['source', ['INT', {}], false],
    ['style', ['STRING', {}], false],
    ['text', ['STRING', { multiline: true }], false],
  ])('an input %s described as %j is closed to whatever is sent: %s', (input, spec, closed) => {
    expect(described(input, spec)).toBe(closed ? `node_a.${input}` : null);
  });

  it('finds a folder suffix at the top of the body, too', () => {
    expect(reaching({}, { image: 'a.png [input]' })).toBe('image');
  });

  it.each([
    ['media where media belongs', { image: 'mine.png' }],
    ['what the manifest opens', { logo: 'other.png [output]' }],
    ['a text that ends like a folder', { words: 'a fox [input]' }],
    ['a path that is only recorded', { prompt: '/etc/passwd' }],
    ['a path as a prompt', { negative: '/etc/passwd' }],
    ['prose with an address', { 'node_pos.text': 'a fox as on https://example.com/fox.png' }],
    ['prose with a slash', { 'node_pos.text': '/imagine a fox and/or a hare' }],
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
    for (const name of [
      'node_sound.audio',
      'node_latent.latent',
      'node_alien.start_image',
      'picked',
    ])
      expect(reaching({ [name]: 'x' }, {}, false)).toBe(name);
    expect(reaching({ 'node_ckpt.ckpt_name': 'b.safetensors' }, {}, false)).toBeNull();
  });
});
