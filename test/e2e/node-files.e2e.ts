import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

type Json = Record<string, unknown>;

const NODES = { providers: [{ id: 'sim', kind: 'simulator', step_ms: 0 }] };
const REQUEST = { workflow: 'sdxl-i2i', prompt: 'a fox', provider: 'sim', submit: false };

describe("files of a node's own folders", () => {
  let kinora: TestKinora;
  let ada: TestCaller;
  let bob: TestCaller;
  let mine: string;
  let theirs: string;

  beforeAll(async () => {
    kinora = await TestKinora.start(NODES);
    await kinora.online('sim');
    ada = await kinora.agent('ada');
    bob = await kinora.agent('bob');
    mine = (await ada.upload('mine.png', await png(64, 64))).body.path;
    theirs = (await bob.upload('theirs.png', await png(64, 65))).body.path;
  });
  afterAll(() => kinora.close());

  const plan = async (who: TestCaller, fields: Json): Promise<[number, unknown]> => {
    const { status, body } = await who.post<Json>('/api/image/generate', { ...REQUEST, ...fields });
    return [status, body['code']];
  };

  it.each<[string, Json]>([
    ['a suffix', { image: 'x.png [output]' }],
    ['a suffix on media of their own', { image: 'MINE [temp]' }],
    ['a suffix without a blank, in upper case', { image: 'x.png[INPUT]' }],
    ['a suffix with blanks behind it', { image: 'x.png [output] \t' }],
    ['a suffix among workflow_params', { workflow_params: { image: 'x.png [output]' } }],
    ['a suffix in a list', { workflow_params: { image: ['x.png [output]'] } }],
  ])('%s is refused', async (_, fields) => {
    const sent = JSON.parse(JSON.stringify(fields).replace('MINE', mine)) as Json;
    expect(await plan(ada, sent)).toEqual([403, 'node_file_not_allowed']);
  });

  it.each([
    ...['example.png', 'sub/x.png', '../x.png', '..%2Fx.png', 'sub/../../x.png', '/etc/passwd'],
    ...['C:\\x.png', '\\\\host\\x.png', 'file:///etc/passwd', 'http://127.0.0.1/x.png', '..', '.'],
    ...['/media/../x.png', '/media//x.png', '//media/x.png', 'kinora/secret/ab.png', 'THEIRS'],
    '/media/THEIRS',
  ])('%s is answered like missing media', async (reference) => {
    const image = reference.replace('THEIRS', theirs);
    const nothing = await ada.post('/api/image/generate', { ...REQUEST, image: 'none.png' });
    expect(nothing.status).toBe(404);
    for (const fields of [{ image }, { workflow_params: { image } }]) {
      const { status, body } = await ada.post('/api/image/generate', { ...REQUEST, ...fields });
      expect([status, body]).toEqual([404, nothing.body]);
    }
  });

  it('accepts their own media, by path and by URL', async () => {
    for (const image of [mine, `/media/${mine}`])
      for (const fields of [{ image }, { workflow_params: { image } }])
        expect(await plan(ada, fields)).toEqual([200, undefined]);
  });

  it('admins and the unrestricted caller may name files of the node, among workflow_params', async () => {
    const admin = await kinora.agent('root', { is_admin: true });
    for (const who of [admin, kinora.as(null)]) {
      const named = { workflow_params: { image: 'example.png [output]' } };
      expect(await plan(who, named)).toEqual([200, undefined]);
      expect(await plan(who, { image: 'example.png' })).toEqual([404, 'media_not_found']);
    }
  });

  it('everybody may with security.allow_node_files, as long as it is set', async () => {
    const named = { workflow_params: { image: 'example.png [input]' } };
    kinora.configure({ ...NODES, security: { allow_node_files: true } });
    expect(await plan(ada, named)).toEqual([200, undefined]);
    kinora.configure(NODES);
    expect(await plan(ada, named)).toEqual([403, 'node_file_not_allowed']);
  });

  it('callers who are not admins can set texts of nodes only as prompts', async () => {
    const admin = await kinora.agent('owner', { is_admin: true });
    const graph = {
      '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64 } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
      '3': { class_type: 'PrimitiveString', inputs: { value: 'plain' } },
      '4': { class_type: 'AddTextPrefix', inputs: { texts: ['3', 0], prefix: 'a' } },
      '5': { class_type: 'SaveText', inputs: { text: ['4', 0], filename_prefix: 'x' } },
    };
    const { status, body } = await admin.post<Json>('/api/workflows', { id: 'texts', graph });
    expect([status, body['code']]).toEqual([201, undefined]);
    const sent = (value: string): Json => ({
      workflow: 'texts',
      workflow_params: { 'node_4.prefix': value },
    });
    for (const value of ['/etc/passwd', '../../x', 'http://169.254.169.254/', 'plain']) {
      expect(await plan(ada, sent(value))).toEqual([403, 'node_file_not_allowed']);
      expect(await plan(admin, sent(value))).toEqual([200, undefined]);
      const prompt = { workflow: 'texts', prompt: value };
      expect(await plan(ada, prompt)).toEqual([200, undefined]);
    }
    const choice = { image: mine, workflow_params: { 'node_scale.upscale_method': '/etc/passwd' } };
    expect(await plan(ada, choice)).toEqual([422, undefined]);
    expect(await plan(ada, { image: mine, prompt: '/etc/passwd' })).toEqual([200, undefined]);
  });

  it('a text that a link brings to a file input is refused, in a submit, a plan or a rerun', async () => {
    const admin = await kinora.agent('linker', { is_admin: true });
    const graph = {
      '1': { class_type: 'PrimitiveString', inputs: { value: 'plain' } },
      '2': { class_type: 'StringConcatenate', inputs: { string_a: ['1', 0], string_b: 'b' } },
      '3': { class_type: 'LoadImage', inputs: { image: ['2', 0] } },
      '4': { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'x' } },
    };
    const { status } = await admin.post('/api/workflows', { id: 'linked', graph });
    expect(status).toBe(201);
    const sent = (name: string, value: string): Json => ({
      workflow: 'linked',
      prompt: 'a',
      workflow_params: { [name]: value },
    });
    const job = await ada.post<{ prompt_id: string }>('/api/image/generate', {
      ...REQUEST,
      image: mine,
      submit: true,
    });
    const refused = { status: 403, body: { code: 'node_file_not_allowed' } };
    for (const name of ['node_1.value', 'node_2.string_b']) {
      const fields = { ...REQUEST, ...sent(name, 'secret.png') };
      const changes = { ...fields, image: null };
      expect(await ada.post('/api/image/generate', fields)).toMatchObject(refused);
      expect(await ada.post('/api/plan', { ...fields, type: 'image' })).toMatchObject(refused);
      expect(await ada.post(`/api/jobs/${job.body.prompt_id}/rerun`, { changes })).toMatchObject(
        refused,
      );
    }
    expect(await plan(admin, sent('node_1.value', 'secret.png'))).toEqual([200, undefined]);
  });

  it('no record offers a list of them', async () => {
    for (const who of [ada, kinora.as(null)]) {
      const { body } = await who.get<{ params: Record<string, Json> }>('/api/workflows/sdxl-i2i');
      expect(body.params['image']).toMatchObject({ type: 'image', choices: null });
    }
  });
});
