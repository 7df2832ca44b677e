import sharp from 'sharp';
import { TestKinora } from '../support/kinora';
import { png, wav } from '../support/media-samples';

const SMALL = { width: 256, height: 192, steps: 2 };

/** `POST /api/image/generate`. */
describe('POST /api/image/generate', () => {
  let kinora: TestKinora;
  let photo: string;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [
        { id: 'simulator', kind: 'simulator', step_ms: 0, default: true },
        { id: 'videos', kind: 'simulator', step_ms: 0, roles: ['video'] },
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

  async function upload(name: string, bytes: Buffer, type: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    const sent = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    expect(sent.status).toBe(201);
    return ((await sent.json()) as { path: string }).path;
  }

  const generate = (fields: object, headers = {}) =>
    kinora.post(
      '/api/image/generate',
      { workflow: 'sdxl-t2i', prompt: 'a red fox in the snow', provider: 'simulator', ...fields },
      headers,
    );

  describe('submits one image generation job', () => {
    it.each(['sd15-t2i', 'sdxl-t2i', 'flux1-dev-t2i', 'z-image-turbo-t2i'])(
      'with the workflow %s, which makes a picture of the requested size',
      async (workflow) => {
        const sent = await generate({ workflow, ...SMALL, filename_prefix: 'the fox' });
        expect(sent).toMatchObject({
          status: 200,
          body: { ok: true, workflow, prompt_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        });
        const job = await kinora.finished(String(sent.body['prompt_id']));
        expect(job).toMatchObject({
          status: 'completed',
          outputs: [{ type: 'image', width: 256, height: 192 }],
          settings: { ...SMALL, seed: expect.any(Number), prompt: 'a red fox in the snow' },
        });
        expect(job.outputs[0]!.path).toMatch(/^the[-_]fox/);
        const file = await fetch(kinora.url + job.outputs[0]!.url);
        const { format, width, height } = await sharp(
          Buffer.from(await file.arrayBuffer()),
        ).metadata();
        expect({ format, width, height }).toEqual({ format: 'png', width: 256, height: 192 });
      },
    );

    it.each(['', '/media/'])('accepts a source image as %spath', async (front) => {
      const fields = { workflow: 'sdxl-i2i', image: front + photo, denoise: 0.5, steps: 2 };
      const sent = await generate(fields);
      const job = await kinora.finished(String(sent.body['prompt_id']));
      expect(job).toMatchObject({ status: 'completed', mode: 'i2i', settings: { image: photo } });
      expect(job.outputs).toHaveLength(1);
      const small = (path: string): string => `/media/${path}?thumbnail=512`;
      expect(job).toMatchObject({
        inputs: [{ param: 'image', path: photo, thumbnail_url: small(photo) }],
        outputs: [{ thumbnail_url: small(job.outputs[0]!.path) }],
      });
    });

    it('answers the request of a job with its seed, and what of it is not there any more', async () => {
      const image = await upload('gone.png', await png(64, 64, 7), 'image/png');
      const fields = { workflow: 'sdxl-i2i', image, denoise: 0.5, steps: 2 };
      const { prompt_id: promptId, seed } = (await generate(fields)).body;
      await kinora.finished(String(promptId));
      const request = async () => (await kinora.get(`/api/jobs/${String(promptId)}/request`)).body;
      const body: unknown = expect.objectContaining({ ...fields, seed });
      expect(await request()).toEqual({ type: 'image', body, unavailable: [] });
      expect((await kinora.delete(`/api/media/${image}`)).status).toBe(200);
      expect(await request()).toEqual({
        type: 'image',
        body,
        unavailable: [{ loc: ['body', 'image'], why: expect.stringMatching(/no such media file/) }],
      });
    });

    it('answers the state of the job and the checkpoint, without the graph', async () => {
      const { body } = await generate(SMALL);
      // Both depend on how far the job is by then.
      const { queue_position, eta_seconds, ...rest } = body;
      for (const number of [queue_position, eta_seconds])
        expect(number === null || typeof number === 'number').toBe(true);
      expect(rest).toEqual({
        ok: true,
        workflow: 'sdxl-t2i',
        checkpoint: 'sd_xl_base_1.0.safetensors',
        prompt_id: expect.any(String),
        status: expect.stringMatching(/queued|running|completed/),
        provider: 'simulator',
        seed: expect.any(Number),
        number: expect.any(Number),
        node_errors: {},
      });
    });

    it('chooses the best node for "auto"', async () => {
      const { body } = await generate({ ...SMALL, provider: 'auto' });
      const job = await kinora.finished(String(body['prompt_id']));
      expect(job).toMatchObject({ status: 'completed', provider: 'simulator' });
    });

    it('accepts a LoRA by its name', async () => {
      const known = await kinora.get<{ params: Record<string, { choices: string[] }> }>(
        '/api/workflows/sdxl-t2i',
      );
      const [lora] = known.body.params['lora_checkpoint']!.choices;
      const { body } = await generate({ ...SMALL, lora_checkpoint: lora, lora_strength: 0.7 });
      expect(body).toMatchObject({ ok: true, lora_name: lora });
      const job = await kinora.finished(String(body['prompt_id']));
      expect(job).toMatchObject({
        status: 'completed',
        loras: [lora],
        settings: { lora_checkpoint: lora, lora_strength: 0.7 },
      });
    });

    it('queues the job for a node that was never reached', async () => {
      const { status, body } = await generate({ ...SMALL, provider: 'away' });
      expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
      const job = await kinora.get(`/api/jobs/${String(body['prompt_id'])}`);
      expect(job.body).toMatchObject({ status: 'queued', models: null, settings: null });
      await kinora.post(`/api/jobs/${String(body['prompt_id'])}/cancel`);
    });

    it('stores the description of the request in the catalogue', async () => {
      const { body } = await generate({ ...SMALL, description: 'For the cover.' });
      const job = await kinora.finished(String(body['prompt_id']));
      const asset = await kinora.get(`/api/media/${job.outputs[0]!.path}`);
      expect(asset.body).toMatchObject({ description: 'For the cover.', workflow: 'sdxl-t2i' });
    });
  });

  describe('submit:false', () => {
    it('answers the graph and stores nothing', async () => {
      const before = await kinora.get('/api/jobs?with_total=true');
      const { status, body } = await generate({
        ...SMALL,
        workflow: 'sdxl-i2i',
        width: null,
        height: null,
        image: photo,
        submit: false,
      });
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(['checkpoint', 'graph', 'ok', 'workflow']);
      const graph = body['graph'] as Record<string, { class_type: string; inputs: object }>;
      expect(graph['sampler']).toMatchObject({ class_type: 'KSampler', inputs: { steps: 2 } });
      expect(graph['image']!.inputs).toMatchObject({
        image: expect.stringMatching(/^kinora\/[0-9a-f]{32}\/[0-9a-f]{64}\.png$/),
      });
      const after = await kinora.get('/api/jobs?with_total=true');
      expect(after.body['total']).toBe(before.body['total']);
    });

    it('runs the checks of a submission', async () => {
      expect((await generate({ steps: 0, submit: false })).status).toBe(422);
    });
  });

  describe('the order of the checks', () => {
    // Each request also contains the errors of all later steps.
    const params = { steps: 0 };
    const files = { ...params, image: 'nobody-has-this.png' };
    const characters = { ...files, character: 'nobody' };

    it.each<[string, object, number, object]>([
      ['the body', { ...characters, workflow: 'none', prompt: '' }, 422, {}],
      [
        'the workflow',
        { ...characters, workflow: 'none', provider: 'nowhere' },
        404,
        { code: 'workflow_not_found' },
      ],
      ['the provider', { ...characters, provider: 'nowhere' }, 404, { code: 'provider_not_found' }],
      [
        'its role',
        { ...characters, provider: 'videos' },
        409,
        { code: 'workflow_not_runnable', provider: 'videos' },
      ],
      ['the characters', characters, 404, { code: 'character_not_found' }],
      ['the input files', files, 404, { code: 'media_not_found' }],
      ['the params', { ...params, image: 'PHOTO' }, 422, { detail: [{ loc: ['body', 'steps'] }] }],
    ])('%s', async (_, fields, status, body) => {
      const image = 'image' in fields && fields.image === 'PHOTO' ? { image: photo } : {};
      expect(await generate({ workflow: 'sdxl-i2i', ...fields, ...image })).toMatchObject({
        status,
        body,
      });
    });

    it('refuses bindings like the short form', async () => {
      const bound = await generate({ characters: [{ id: 'nobody', lora_strength: 0.5 }] });
      expect(bound).toMatchObject({ status: 404, body: { code: 'character_not_found' } });
    });

    it('refuses an unknown LoRA after all other checks', async () => {
      expect(await generate({ lora_checkpoint: 'latest' })).toMatchObject({
        status: 404,
        body: {
          code: 'checkpoint_not_found',
          hint: 'GET /api/comfy/models/loras?provider=simulator',
        },
      });
    });

    it('refuses a file of another kind as the source image', async () => {
      const sound = await upload('tone.wav', wav(), 'audio/wav');
      expect(await generate({ workflow: 'sdxl-i2i', image: sound })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'image'], type: 'value_error' }] },
      });
    });
  });
});
