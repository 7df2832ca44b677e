import {
  builtinCatalogue,
  param,
  recordedObjectInfo,
  workflowAround,
} from '../../../../test/support/workflow-fixtures';
import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { nodeFileParam } from './node-file-params';
import { sentParams } from '../params/sent-params';

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
        a: 'two words.png',
        b: 'x [output]',
        c: '../x',
        d: '~/x',
        e: '\\\\host\\x',
        f: 'http://x',
        workdir: 'w',
        sourceURL: 'u',
        start_image: 'i',
        words: 'a. b',
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
  ])('finds %s', (_, params) => {
    expect(reaching(params)).toBe(Object.keys(params)[0]);
  });

  it.each(['node_pack.profile', 'words'])(
    'refuses any text for %s, which may be a path',
    (name) => {
      for (const value of ['/etc/passwd', 'plain', 'a fox [input]'])
        for (const known of [true, false])
          expect(reaching({ [name]: value }, {}, known)).toBe(name);
    },
  );

  it.each(['/etc/passwd', '~/x', 'C:\\x.pt', '\\\\host\\x.pt', 'a/../x.pt', 'http://x/y.pt'])(
    'refuses %s as a model while there is no list of models',
    (value) => {
      expect(reaching({ 'node_ckpt.ckpt_name': value }, {}, false)).toBe('node_ckpt.ckpt_name');
    },
  );

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
    ['style', ['STRING', {}], true],
    ['text', ['STRING', {}], true],
    ['items', ['STRING', { multiline: true }], true],
    ['prompt_file', ['STRING', { multiline: true }], true],
    ['anything', ['*', {}], true],
    ['file_format', ['STRING,INT', {}], true],
    ['folder', [['a', 'b']], true],
    ['source', ['INT', {}], false],
    ['scale', ['FLOAT,INT', {}], false],
    ['loop', ['BOOLEAN', {}], false],
    ['method', [['a', 'b']], false],
    ['method', ['COMFY_DYNAMICCOMBO_V3', { options: [] }], false],
    ['model_file', [['a.safetensors']], false],
    ['text', ['STRING', { multiline: true }], false],
    ['positive_prompt', ['STRING', {}], false],
    ['prompt_csv', ['STRING', {}], true],
    ['load_prompt', ['STRING', {}], true],
    ['caption_out', ['STRING', {}], true],
    ['tags_db', ['STRING', {}], true],
    ['image', [['a.png', 'b.bin'], { image_upload: true }], true],
  ])('an input %s described as %j refuses every value: %s', (input, spec, closed) => {
    expect(described(input, spec)).toBe(closed ? `node_a.${input}` : null);
  });

  it('detects a folder suffix at the top of the body, too', () => {
    expect(reaching({}, { image: 'a.png [input]' })).toBe('image');
  });

  it.each([
    ['media where media belongs', { image: 'mine.png' }],
    ['what the manifest opens', { logo: 'other.png [output]' }],
    ['a choice, which the node looks up', { 'node_mask.channel': '/etc/passwd' }],
    ['a text with a folder suffix as a prompt', { 'node_pos.text': 'a fox [temp]' }],
    ['a path that is only recorded', { prompt: '/etc/passwd' }],
    ['a path as a prompt', { negative: '/etc/passwd' }],
    ['a path as a prompt of a node', { 'node_pos.text': '/etc/passwd' }],
    ['numbers', { 'node_pack.strength': 2 }],
    ['models', { 'node_ckpt.ckpt_name': 'b.safetensors' }],
    ['text', { 'node_pos.text': 'words' }],
    ['what isn’t there', { 'node_none.file': 'x', nothing: '[output]' }],
  ])('lets %s pass', (_, params) => {
    expect(reaching(params)).toBeNull();
  });

  it('uses the graph alone while the node was never reached', () => {
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

/** A node that opens what its `image_path` says, one that writes somewhere, and one that reads a list line by line. */
const opening: ObjectInfo = {
  ...recordedObjectInfo(),
  PathLoader: {
    name: 'PathLoader',
    input: { required: { image_path: ['STRING', {}] } },
    output: ['IMAGE'],
  },
  ListReader: {
    name: 'ListReader',
    input: { required: { items: ['STRING', { multiline: true }] } },
    output: ['IMAGE'],
  },
  AnySwitch: {
    name: 'AnySwitch',
    input: { required: { pick: ['INT', {}] }, optional: { any_1: ['*', {}], any_2: ['*', {}] } },
    output: ['*'],
  },
};

describe('nodeFileParam with links', () => {
  const flowing = workflowAround(
    {
      '1': { class_type: 'PrimitiveString', inputs: { value: 'photo' } },
      '2': { class_type: 'StringConcatenate', inputs: { string_a: ['1', 0], string_b: 'x' } },
      '3': { class_type: 'AnySwitch', inputs: { any_1: ['2', 0], pick: 1 } },
      '4': { class_type: 'PathLoader', inputs: { image_path: ['3', 0] } },
      '5': { class_type: 'PrimitiveStringMultiline', inputs: { value: 'a fox' } },
      '6': { class_type: 'CLIPTextEncode', inputs: { text: ['5', 0], clip: ['9', 1] } },
      '7': { class_type: 'PrimitiveString', inputs: { value: 'red' } },
      '8': { class_type: 'ListReader', inputs: { items: ['7', 0] } },
      '10': { class_type: 'PreviewAny', inputs: { source: ['5', 0] } },
      '11': { class_type: 'PathLoader', inputs: { image_path: 'photo' } },
      '12': { class_type: 'ListReader', inputs: { items: 'red' } },
      '13': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['11', 0] } },
    },
    {
      params: {
        prompt: param('text', { binds: [{ node: '5', input: 'value' }] }),
        words: param('string', { binds: [{ node: '1', input: 'value' }] }),
        picture: param('string', { binds: [{ node: '11', input: 'image_path' }] }),
        colours: param('text', { binds: [{ node: '12', input: 'items' }] }),
        front: param('string', { binds: [{ node: '13', input: 'filename_prefix' }] }),
        shown: param('string', { binds: [{ node: '6', input: 'text' }] }),
      },
    },
  );
  const found = (
    workflow_params: Record<string, unknown>,
    info: ObjectInfo | null = opening,
    rest: Partial<typeof flowing> = {},
  ) =>
    nodeFileParam(
      { ...flowing, ...rest },
      sentParams({ workflow: 'w', prompt: 'p', provider: 'auto', workflow_params }, ['body']),
      info,
    );

  it.each([
    ['a primitive that feeds a path', { 'node_1.value': 'output/secret.png' }],
    ['a node in between', { 'node_2.string_b': 'secret.png' }],
    ['a param of the manifest that feeds a path', { words: 'secret.png' }],
    ['a param of the manifest that is one', { picture: 'input/kinora/other.png' }],
  ])('finds %s', (_, params) => {
    for (const known of [opening, null])
      expect(found(params, known, { params: named(params) })).toBe(Object.keys(params)[0]);
  });

  /** Inputs that no param binds go by their own names. */
  const named = (params: object): typeof flowing.params =>
    Object.keys(params)[0]!.startsWith('node_') ? {} : flowing.params;

  it.each(['plain', '/etc/passwd'])(
    'refuses %j where an input reads lists line by line',
    (value) => {
      for (const name of ['node_7.value', 'colours', 'node_12.items'])
        expect(found({ [name]: value }, opening, { params: named({ [name]: value }) })).toBe(name);
    },
  );

  it.each(['/etc/passwd', 'a fox, 3/4 view, and/or "../"', '/imagine a fox', 'see\n/etc/passwd'])(
    'leaves %j to prompts, over links, too',
    (value) => {
      for (const known of [opening, null])
        expect(found({ prompt: value, shown: value }, known)).toBeNull();
      expect(found({ 'node_5.value': value }, opening, { params: {} })).toBeNull();
    },
  );

  it('accepts params that the manifest opens, by their own name or that of their input', () => {
    for (const open_params of [['picture'], ['node_11.image_path']])
      expect(found({ picture: '/data/x.png' }, opening, { open_params })).toBeNull();
    expect(found({ picture: 'x' }, opening, { open_params: ['node_1.value'] })).toBe('picture');
  });

  it('accepts output prefixes, which this service replaces', () => {
    for (const info of [opening, null]) expect(found({ front: 'birds' }, info)).toBeNull();
  });

  it('accepts all default texts of the builtin workflows', async () => {
    for (const workflow of (await builtinCatalogue()).list())
      for (const [name, { type }] of Object.entries(workflow.params)) {
        if (type !== 'text' && type !== 'string' && type !== 'model') continue;
        const value = type === 'model' ? 'sub/x.safetensors' : '/imagine a fox, "../"';
        const sent = [{ name, value, loc: ['body'], nested: true }];
        for (const info of [opening, null])
          expect([workflow.id, nodeFileParam(workflow, sent, info)]).toEqual([workflow.id, null]);
      }
  });
});
