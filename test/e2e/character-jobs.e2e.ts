import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

type Fields = Record<string, unknown>;

/** Small pictures. */
const REQUEST = {
  workflow: 'sd15-t2i',
  provider: 'simulator',
  prompt: 'by the harbour',
  width: 64,
  height: 64,
  seed: 7,
};
const EDIT = { ...REQUEST, workflow: 'flux2-klein-4b-edit', width: undefined, height: undefined };
const [INK, GRAIN, PORTRAIT] = [
  'styles/ink-wash-sd15.safetensors',
  'film-grain-sdxl.safetensors',
  'z-image-portrait.safetensors',
];

interface Node {
  readonly class_type: string;
  readonly inputs: Fields;
}
type Graph = Readonly<Record<string, Node>>;

/** The LoRA loaders between checkpoint and sampler, in order. */
function loraChain(graph: Graph): unknown[] {
  const chain: unknown[] = [];
  let link = graph['sampler']?.inputs['model'];
  while (Array.isArray(link) && graph[String(link[0])]?.class_type === 'LoraLoader') {
    const { inputs } = graph[String(link[0])]!;
    chain.unshift([inputs['lora_name'], inputs['strength_model']]);
    link = inputs['model'];
  }
  return chain;
}

describe('characters in a generate request', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let admin: TestCaller;
  let picture: string;
  let foreign: string;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    await kinora.online();
    admin = kinora.as(null);
    ann = await kinora.agent('ann');
    [picture, foreign] = [await upload(ann, 9), await upload(admin, 10)];
    await put(ann, {
      id: 'ida',
      name: 'Ida',
      trigger: 'ida_tok',
      base_prompt: 'a woman in red',
      loras: [
        { workflow: 'sd15-t2i', name: INK, strength: 0.8 },
        { workflow: 'sdxl-t2i', name: 'other.safetensors' },
      ],
      defaults: { steps: 5, cfg: 3, guidance: 2, image: picture },
      source_images: [picture],
    });
    await put(ann, {
      id: 'tom',
      name: 'Tom',
      trigger: 'tom_tok',
      loras: [
        { workflow: '*', name: 'film-grain-sdxl', strength: 0.5 },
        { workflow: 'sd15-t2i', name: 'lost.safetensors' },
      ],
      defaults: { cfg: 9, sampler: 'ddim', workflow_params: { 'node_latent.batch_size': 2 } },
    });
  });

  afterAll(() => kinora.close());

  const put = async (caller: TestCaller, body: Fields): Promise<void> => {
    const { status, body: character } = await caller.post('/api/characters', body);
    expect([status, character['detail']]).toEqual([200, undefined]);
  };
  const upload = async (caller: TestCaller, size: number): Promise<string> =>
    (await caller.upload(`face-${size}.png`, await png(size, 3))).body.path;
  const plan = async (caller: TestCaller, request: Fields): Promise<Fields> => {
    const { body } = await caller.post('/api/plan', { type: 'image', ...request });
    expect(body['detail']).toBeUndefined();
    return body;
  };
  const dryRun = async (request: Fields, caller = ann) => {
    const { body } = await caller.post<Fields>('/api/image/generate', {
      ...request,
      submit: false,
    });
    expect(body['detail']).toBeUndefined();
    const { graph, references, not_applied } = body;
    return { graph: graph as Graph, references, not_applied };
  };
  const BOTH = {
    character: 'ida',
    characters: [{ id: 'tom', lora_strength: 0.25, role: 'left' }],
  };

  it('two characters in one picture: triggers and LoRAs in order, at their strengths', async () => {
    const request = { ...REQUEST, ...BOTH, workflow_params: { loras: [{ name: PORTRAIT }] } };
    const { graph, references, not_applied } = await dryRun(request);
    expect(graph['pos']?.inputs['text']).toBe('ida_tok, a woman in red, tom_tok, by the harbour');
    expect(loraChain(graph)).toEqual([
      [INK, 0.8],
      [GRAIN, 0.25],
      [PORTRAIT, 1],
    ]);
    expect(references).toEqual([
      expect.objectContaining({ character: 'ida', slot: null, used: false }),
    ]);
    expect(not_applied).toMatchObject([
      { character: 'tom', field: 'loras', name: 'lost.safetensors' },
      { character: 'ida', field: 'defaults', name: 'guidance' },
      { character: 'ida', field: 'defaults', name: 'image' },
      { character: 'tom', field: 'defaults', name: 'cfg' },
    ]);
  });

  it('values of the request win over those of the first character, then the next, then the workflow', async () => {
    const { graph } = await dryRun({ ...REQUEST, ...BOTH, steps: 4 });
    expect(graph['sampler']?.inputs).toMatchObject({
      steps: 4,
      cfg: 3,
      sampler_name: 'ddim',
      scheduler: 'normal',
    });
    expect(graph['latent']?.inputs['batch_size']).toBe(2);
  });

  it('character triggers are auto-injected if missing', async () => {
    const text = async (prompt: string) =>
      (await dryRun({ ...REQUEST, prompt, character: 'ida' })).graph['pos']?.inputs['text'];
    expect(await text('IDA_TOK smiles')).toBe('a woman in red, IDA_TOK smiles');
    expect(await text('ida_token smiles')).toBe('ida_tok, a woman in red, ida_token smiles');
    expect(await text('ida_tok, a woman in red, smiles')).toBe('ida_tok, a woman in red, smiles');
  });

  it('plan, answer and job name the same; the request stays as it was sent', async () => {
    const request = { ...REQUEST, ...BOTH, workflow_params: { 'node_latent.batch_size': 1 } };
    const { references, not_applied, params } = await plan(ann, request);
    const { body } = await ann.post<Fields>('/api/image/generate', request);
    expect(body).toMatchObject({ ok: true, references, not_applied });
    const id = String(body['prompt_id']);
    const job = await ann.finished<Fields & { settings: Fields; outputs: { path: string }[] }>(id);
    expect(job).toMatchObject({
      status: 'completed',
      loras: [INK, GRAIN],
      characters: ['ida', 'tom'],
    });
    const loras = [
      { name: INK, strength: 0.8 },
      { name: GRAIN, strength: 0.25 },
    ];
    expect(job.settings).toEqual(params);
    expect(job.settings['characters']).toEqual({ loras, references, not_applied });
    const asset = await ann.get(`/api/media/${job.outputs[0]?.path}`);
    expect(asset.body['character_ids']).toEqual(['ida', 'tom']);
    const { body: shown } = await ann.get<{ items: Fields[] }>('/api/characters/tom/media');
    expect(shown.items.map(({ path }) => path)).toEqual([asset.body['path']]);
    const admins = await admin.get('/api/characters/tom/media?limit=1&with_total=true');
    expect(admins.body).toMatchObject({ total: 1, items: [{ owner: 'ann' }] });
    const stored = await ann.get(`/api/jobs/${id}/request`);
    expect(stored.body).toEqual({ type: 'image', body: request, unavailable: [] });
    const graphOf = async (job: unknown) =>
      JSON.stringify((await ann.get(`/api/jobs/${String(job)}/graph`)).body).replaceAll(
        String(job),
        'id',
      );
    const again = await ann.post(`/api/jobs/${id}/rerun`, {});
    expect(await graphOf(again.body['prompt_id'])).toBe(await graphOf(id));
  });

  it('a picture of the character goes into a free slot of a workflow that takes one', async () => {
    const own = await upload(ann, 11);
    const slots = async (fields: Fields) => {
      const { references, files } = await plan(ann, { ...EDIT, ...fields });
      return { references, files };
    };
    const used = (name: string, slot: string) => [
      { character: 'ida', name, slot, used: true, why_not: null },
    ];
    expect(await slots({ image: own, character: 'ida' })).toEqual({
      references: used(picture, 'image_2'),
      files: [
        { param: 'image', path: own },
        { param: 'image_2', path: picture },
      ],
    });
    const bound = { characters: [{ id: 'ida', reference_image: own }] };
    expect(await slots(bound)).toMatchObject({ references: used(own, 'image') });
    const full = { image: own, workflow_params: { image_2: own }, character: 'ida' };
    expect(await slots(full)).toMatchObject({ references: [{ used: false, slot: null }] });
    const refused = await ann.post('/api/image/generate', { ...EDIT, ...full, ...bound });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'characters', 0, 'reference_image'] }] },
    });
  });

  it('reference images of others are refused at use, and source images of others left out', async () => {
    const own = await upload(ann, 12);
    const request = { ...EDIT, image: own };
    const characters = [{ id: 'tom' }, { id: 'ida', reference_image: foreign }];
    const refused = await ann.post('/api/image/generate', { ...request, characters });
    const param = 'characters.1.reference_image';
    expect(refused).toMatchObject({ status: 404, body: { code: 'media_not_found', param } });
    const carl = await kinora.agent('charles');
    const his = { ...EDIT, image: await upload(carl, 13), character: 'ida' };
    const { references, files } = await plan(carl, his);
    expect(references).toMatchObject([{ character: 'ida', name: null, used: false }]);
    expect(files).toEqual([{ param: 'image', path: his.image }]);
  });

  it('a stored request lists characters and references that are no longer available', async () => {
    const own = await upload(ann, 14);
    await put(ann, { id: 'brief', name: 'Brief' });
    const characters = [{ id: 'ida', reference_image: own }, { id: 'brief' }];
    const request = { ...EDIT, image: picture, characters };
    const { body } = await ann.post<Fields>('/api/image/generate', request);
    const stored = `/api/jobs/${String(body['prompt_id'])}/request`;
    await ann.finished(String(body['prompt_id']));
    await ann.delete(`/api/media/${own}`);
    const locs = async () =>
      ((await ann.get(stored)).body['unavailable'] as Fields[]).map(({ loc }) => loc);
    expect(await locs()).toEqual([['body', 'characters', 0, 'reference_image']]);
    await ann.delete('/api/characters/brief');
    expect(await locs()).toEqual([['body', 'characters', 1, 'id']]);
  });

  it('is refused for characters that are unknown, not allowed or bound twice', async () => {
    const send = async (caller: TestCaller, fields: Fields) =>
      caller.post('/api/image/generate', { ...REQUEST, ...fields });
    const missing = { characters: [{ id: 'ida' }, { id: 'none' }] };
    expect(await send(ann, missing)).toMatchObject({
      status: 404,
      body: { code: 'character_not_found', requested: 'none' },
    });
    const bob = await kinora.agent('bob', { allowed_characters: ['mara'] });
    expect(await send(bob, { character: 'ida' })).toMatchObject({
      status: 403,
      body: { code: 'character_not_allowed' },
    });
    expect(await send(ann, { characters: [{ id: 'ida' }, { id: 'ida' }] })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'characters', 1, 'id'] }] },
    });
  });
});
