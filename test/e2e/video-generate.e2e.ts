import { randomUUID } from 'node:crypto';
import { describeWith } from '../support/required-programs';
import { TestKinora } from '../support/kinora';
import { png, wav } from '../support/media-samples';

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

const SMALL = { width: 64, height: 48, length: 9 };
const PAIR = ['high', 'low'].map((target) => ({
  name: `wan2.2_t2v_lightx2v_4steps_lora_v1.1_${target}_noise.safetensors`,
  target,
}));

/** `POST /api/video/generate`. */
describe('POST /api/video/generate', () => {
  let kinora: TestKinora;
  let photo: string;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [
        { id: 'simulator', kind: 'simulator', step_ms: 0, default: true },
        { id: 'pictures', kind: 'simulator', step_ms: 0, roles: ['image'] },
        // Nothing listens on port 9, so this node is never reached.
        { id: 'away', kind: 'comfyui', base_url: 'http://127.0.0.1:9' },
      ],
      // Long enough for the node's verdict on a slow machine.
      jobs: { submit_wait_ms: 60_000 },
    });
    await kinora.online();
    photo = await upload('photo.png', await png(96, 64), 'image/png');
  });
  afterAll(() => kinora.close());

  async function upload(name: string, bytes: Buffer, type: string, caller = kinora as Sender) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    const headers = caller.key === undefined ? {} : { Authorization: `Bearer ${caller.key}` };
    const sent = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form, headers });
    expect(sent.status).toBe(201);
    return ((await sent.json()) as { path: string }).path;
  }

  const words = { workflow: 'wan22-14b-t2v', prompt: 'a red fox runs', provider: 'simulator' };
  const picture = { workflow: 'wan22-5b-i2v', prompt: 'the fox runs', provider: 'simulator' };
  const generate = (fields: object, headers = {}) =>
    kinora.post('/api/video/generate', { ...words, ...fields }, headers);

  async function graphOf(fields: object): Promise<Graph> {
    const { status, body } = await generate({ ...fields, submit: false });
    expect([status, body['ok']]).toEqual([200, true]);
    return body['workflow'] as Graph;
  }

  describeWith('ffmpeg', 'submits one video generation job', () => {
    const asset = async (path: string) => (await kinora.get(`/api/media/${path}`)).body;

    it('t2v: makes a clip of the requested size, length and frame rate', async () => {
      const sent = await generate({ ...SMALL, fps: 12, steps_high: 1, steps_low: 2, seed: 7 });
      expect(sent).toMatchObject({
        status: 200,
        body: {
          ok: true,
          mode: 't2v',
          node_errors: {},
          number: expect.any(Number),
          prompt_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      });
      expect(sent.body).not.toHaveProperty('workflow');
      const job = await kinora.finished(String(sent.body['prompt_id']));
      expect(job).toMatchObject({
        status: 'completed',
        kind: 'video',
        mode: 't2v',
        workflow: words.workflow,
        settings: { ...SMALL, fps: 12, steps_high: 1, steps_low: 2, seed: 7, shift: 8 },
        outputs: [{ type: 'video', width: 64, height: 48, duration: 0.75 }],
      });
      expect(await asset(job.outputs[0]!.path)).toMatchObject({
        type: 'video',
        mime: 'video/mp4',
        width: 64,
        height: 48,
        fps: 12,
        has_audio: false,
        duration: 0.75,
        prompt: words.prompt,
        source: 'generated',
      });
      const thumbnail = await fetch(`${kinora.url}${job.outputs[0]!.url}?thumbnail=256`);
      expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    });

    it.each(['', '/media/'])('i2v: accepts a source image as %spath', async (front) => {
      const fields = { ...picture, ...SMALL, height: 64, steps_high: 2, image: front + photo };
      const { body } = await generate(fields);
      expect(body).toMatchObject({ ok: true, mode: 'i2v' });
      const job = await kinora.finished(String(body['prompt_id']));
      expect(job).toMatchObject({
        status: 'completed',
        mode: 'i2v',
        settings: { image: photo, steps_high: 2 },
        outputs: [{ type: 'video', width: 64, height: 64, duration: 0.375 }],
      });
    });

    it('accepts a pair of LoRAs, one for each expert', async () => {
      const fields = { ...SMALL, steps_high: 1, workflow_params: { loras: PAIR } };
      const { body } = await generate(fields);
      const job = await kinora.finished(String(body['prompt_id']));
      expect(job).toMatchObject({
        status: 'completed',
        loras: PAIR.map(({ name }) => name),
        settings: { loras: PAIR.map((lora) => ({ ...lora, strength: 1 })) },
      });
    });

    it('rerun keeps seed and settings and applies the changes', async () => {
      const { body } = await generate({ ...SMALL, steps_high: 1 });
      const first = await kinora.finished(String(body['prompt_id']));
      const path = `/api/jobs/${String(body['prompt_id'])}/rerun`;
      const again = await kinora.post(path, { changes: { length: 5 } });
      expect(again.body).toMatchObject({ ok: true, mode: 't2v' });
      const job = await kinora.finished(String(again.body['prompt_id']));
      expect(job).toMatchObject({
        status: 'completed',
        outputs: [{ type: 'video', duration: 0.313 }],
        settings: { ...first.settings, length: 5 },
      });
    });
  });

  it('rerun reports errors of its changes like the video request', async () => {
    const { body } = await generate({ ...SMALL, steps_high: 1, provider: 'away' });
    const path = `/api/jobs/${String(body['prompt_id'])}/rerun`;
    expect(await kinora.post(path, { changes: { length: 8, steps: 5 } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'changes', 'steps'] }] },
    });
    expect(await kinora.post(path, { changes: { length: 8 } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'changes', 'length'] }] },
    });
    await kinora.post(`/api/jobs/${String(body['prompt_id'])}/cancel`);
  });

  it('makes one job for the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const sent = { ...SMALL, steps_high: 1, provider: 'away' };
    const [first, second] = [await generate(sent, headers), await generate(sent, headers)];
    expect(second.body).toEqual(first.body);
    expect(await generate({ ...sent, seed: 1 }, headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
    await kinora.post(`/api/jobs/${String(first.body['prompt_id'])}/cancel`);
  });

  describe('submit:false', () => {
    it('answers the graph as `workflow` and stores nothing', async () => {
      const before = await kinora.get('/api/jobs?with_total=true');
      const { body } = await generate({ submit: false });
      expect(Object.keys(body).sort()).toEqual(['mode', 'ok', 'workflow']);
      const after = await kinora.get('/api/jobs?with_total=true');
      expect(after.body['total']).toBe(before.body['total']);
    });

    it.each([
      ['neither', {}, [10, 20, 10, 20, 10_000]],
      ['both', { steps_high: 3, steps_low: 9 }, [3, 12, 3, 12, 10_000]],
      ['the first alone: the second keeps its share', { steps_high: 4 }, [4, 8, 4, 8, 10_000]],
      ['the second alone', { steps_low: 15 }, [15, 30, 15, 30, 10_000]],
    ])('shares the steps among two experts: %s sent', async (_, fields, expected) => {
      const { sampler_high: high, sampler_low: low } = await graphOf(fields);
      expect([
        ...[high?.inputs['end_at_step'], high?.inputs['steps']],
        ...[low?.inputs['start_at_step'], low?.inputs['steps'], low?.inputs['end_at_step']],
      ]).toEqual(expected);
      expect([high?.inputs['start_at_step'], low?.inputs['noise_seed']]).toEqual([0, 0]);
    });

    it('sets guidance, shift and seed of both experts', async () => {
      const graph = await graphOf({ cfg_high: 4, cfg_low: 1.5, shift: 5, seed: 99 });
      expect(graph['sampler_high']?.inputs).toMatchObject({ cfg: 4, noise_seed: 99 });
      expect(graph['sampler_low']?.inputs).toMatchObject({ cfg: 1.5, noise_seed: 0 });
      for (const id of ['shift_high', 'shift_low']) expect(graph[id]?.inputs['shift']).toBe(5);
    });

    it('applies LoRAs to the expert that they name, in their order', async () => {
      const both = { name: 'styles/ink-wash-sd15.safetensors', strength: 0.4 };
      const graph = await graphOf({
        workflow_params: {
          lora_checkpoint: 'z-image-portrait.safetensors',
          lora_strength: 0.6,
          loras: [...PAIR, both],
        },
      });
      const chain = (id: string): unknown[] => {
        const { class_type, inputs } = graph[id]!;
        if (class_type !== 'LoraLoaderModelOnly') return [];
        const [from] = inputs['model'] as [string];
        return [...chain(from), [inputs['lora_name'], inputs['strength_model']]];
      };
      const through = (shift: string) => chain((graph[shift]!.inputs['model'] as [string])[0]);
      const [front, rear] = [
        ['z-image-portrait.safetensors', 0.6],
        [both.name, 0.4],
      ];
      expect(through('shift_high')).toEqual([front, [PAIR[0]!.name, 1], rear]);
      expect(through('shift_low')).toEqual([front, [PAIR[1]!.name, 1], rear]);
    });

    it('contains no LoRA loader when no LoRA is sent', async () => {
      const classes = Object.values(await graphOf({})).map(({ class_type }) => class_type);
      expect(classes).not.toContain('LoraLoaderModelOnly');
    });

    it('contains the name of the staged source image', async () => {
      const graph = await graphOf({ ...picture, image: photo });
      expect(graph['image']?.inputs['image']).toMatch(/^kinora\/[0-9a-f]{32}\/[0-9a-f]{64}\.png$/);
    });
  });

  describe('the order of the checks', () => {
    // Each request also contains the errors of all later steps.
    const params = { steps_high: 0 };
    const files = { ...params, image: 'nobody-has-this.png' };
    const characters = { ...files, character: 'nobody' };

    it.each<[string, object, number, object]>([
      ['the body', { ...characters, workflow: 'none', prompt: '' }, 422, {}],
      ['the workflow', { ...characters, workflow: 'none' }, 404, { code: 'workflow_not_found' }],
      [
        'its mode',
        { ...characters, mode: 't2v', provider: 'nowhere' },
        ...([422, { detail: [{ loc: ['body', 'mode'] }] }] as const),
      ],
      ['the provider', { ...characters, provider: 'nowhere' }, 404, { code: 'provider_not_found' }],
      [
        'its role',
        { ...characters, provider: 'pictures' },
        ...([409, { code: 'workflow_not_runnable', provider: 'pictures' }] as const),
      ],
      ['the characters', characters, 404, { code: 'character_not_found' }],
      ['the input files', files, 404, { code: 'media_not_found' }],
      ['the params', params, 422, { detail: [{ loc: ['body', 'steps_high'] }] }],
    ])('%s', async (_, fields, status, body) => {
      const image = 'image' in fields ? {} : { image: photo };
      expect(await generate({ ...picture, ...fields, ...image })).toMatchObject({ status, body });
    });

    it('refuses a file of another kind as the source image', async () => {
      const sound = await upload('tone.wav', wav(), 'audio/wav');
      expect(await generate({ ...picture, image: sound })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'image'], type: 'value_error' }] },
      });
    });

    it('answers 404 for a file of another owner', async () => {
      const [mine, other] = [await kinora.agent('mine'), await kinora.agent('other')];
      const theirs = await upload('theirs.png', await png(8, 8, 3), 'image/png', other);
      const body = { ...picture, image: theirs, submit: false };
      expect(await mine.post('/api/video/generate', body)).toMatchObject({
        status: 404,
        body: { code: 'media_not_found' },
      });
      expect((await other.post('/api/video/generate', body)).status).toBe(200);
    });

    it('refuses a workflow that the key may not use', async () => {
      const narrow = await kinora.agent('narrow', { allowed_workflows: ['sdxl-t2i'] });
      expect(await narrow.post('/api/video/generate', words)).toMatchObject({
        status: 403,
        body: { code: 'workflow_not_allowed' },
      });
    });
  });
});

interface Sender {
  readonly key?: string | undefined;
}
