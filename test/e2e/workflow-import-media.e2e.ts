import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { ONE_PICTURE } from '../support/editor-sample';
import type { TestCaller } from '../support/caller';
import { describeWith } from '../support/required-programs';
import { TestKinora } from '../support/kinora';
import { png, pngChunk, withGraph } from '../support/media-samples';
import { TAGGED_FILES, taggedMedia } from '../support/tagged-media';

const PROVIDERS = [{ id: 'simulator', kind: 'simulator', step_ms: 0 }];
const SEED = '18446744073709551615';
const WORDS = 'a fox — żółć, 雪, 🦊 "quoted" \\ back; key=value # %20\n'.repeat(40);

const GRAPH: ComfyGraph = {
  picture: {
    class_type: 'EmptyImage',
    inputs: { width: 64, height: 64, batch_size: 1, color: 255 },
    _meta: { title: 'Bild 雪' },
  },
  noise: {
    class_type: 'RandomNoise',
    inputs: { noise_seed: SEED },
    _meta: { title: 'RandomNoise' },
  },
  words: {
    class_type: 'PrimitiveString',
    inputs: { value: WORDS },
    _meta: { title: 'PrimitiveString' },
  },
  save: {
    class_type: 'SaveImage',
    inputs: { images: ['picture', 0], filename_prefix: 'x' },
    _meta: { title: 'SaveImage' },
  },
};

/** As Python writes it: ASCII only, and the large seed as an exact number. */
const python = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(`"${SEED}"`, SEED)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const TEXTS = { prompt: python(GRAPH), workflow: python(ONE_PICTURE) };

const chunks = (picture: Buffer, ...more: readonly Buffer[]): Buffer =>
  Buffer.concat([picture.subarray(0, 33), ...more, picture.subarray(33)]);

const textChunk = (type: string, name: string, text: string): Buffer =>
  pngChunk(type, Buffer.from(`${name}\0${text}`, 'latin1'));

const withExif = async (format: 'webp' | 'jpeg'): Promise<Buffer> =>
  sharp(await png())
    .toFormat(format)
    .withExif({ IFD0: { Model: `prompt:${TEXTS.prompt}`, Make: `workflow:${TEXTS.workflow}` } })
    .toBuffer();

describe('POST /api/workflows {media} (issue C: from a file that carries metadata)', () => {
  let kinora: TestKinora;
  let root: TestCaller;
  let ann: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start({ providers: PROVIDERS });
    await kinora.online();
    root = await kinora.agent('root', { is_admin: true });
    ann = await kinora.agent('ann');
  });
  afterAll(() => kinora.close());

  let count = 0;
  /** Uploads and imports. @returns the import's answer and the workflow's id */
  const importFile = async (file: Buffer, by = root, owner = by) => {
    count += 1;
    const { status, body } = await owner.upload('file', file);
    expect(status).toBe(201);
    const id = `imported-${String(count)}`;
    return { id, path: body.path, ...(await by.post('/api/workflows', { id, media: body.path })) };
  };
  const graphOf = async (id: string): Promise<ComfyGraph> =>
    (await root.get<ComfyGraph>(`/api/workflows/${id}/graph`)).body;
  const message = (body: Record<string, unknown>): unknown =>
    (body['detail'] as { loc: string[]; msg: string }[]).map(({ loc, msg }) => [
      loc.join('.'),
      msg,
    ]);

  it.each<[string, () => Promise<Buffer>]>([
    [
      'a PNG',
      async () =>
        chunks(
          await png(),
          ...Object.entries(TEXTS).map(([name, text]) => textChunk('tEXt', name, text)),
        ),
    ],
    [
      'a PNG with texts behind its pixels, as animated ones have them',
      async () => {
        const picture = await png();
        const end = picture.subarray(-12);
        return Buffer.concat([
          picture.subarray(0, -12),
          ...Object.entries(TEXTS).map(([name, text]) => textChunk('comf', name, text)),
          end,
        ]);
      },
    ],
    ['a WebP', () => withExif('webp')],
    ['a JPEG', () => withExif('jpeg')],
  ])('imports from %s the exact graph that ran, and keeps the editor’s form', async (_, made) => {
    const { id, status, body } = await importFile(await made());
    expect([status, body['detail']]).toEqual([201, undefined]);
    expect(await graphOf(id)).toEqual(GRAPH);
    const stored = readFileSync(join(kinora.folder, 'data', 'workflows', `${id}.json`), 'utf8');
    expect(JSON.parse(stored)).toMatchObject({ prompt: GRAPH, workflow: ONE_PICTURE });
  });

  it('converts a file that holds only the editor’s form', async () => {
    const file = chunks(await png(8, 8), textChunk('tEXt', 'workflow', TEXTS.workflow));
    const { id, status } = await importFile(file);
    expect(status).toBe(201);
    expect((await graphOf(id))['1']).toMatchObject({ inputs: { color: 255 } });
  });

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    [
      'without metadata',
      () => png(20, 20),
      /^The file carries no workflow of ComfyUI\. Send a file/,
    ],
    [
      'whose metadata is broken',
      async () => withGraph(await png(21, 20), '{"1": {"class_type": '),
      /^What the file carries is not a workflow: not JSON: .* Send a file .* GET \/api\/jobs/,
    ],
    [
      'whose metadata lies deep',
      async () => withGraph(await png(22, 20), `{"1":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      /nested more than 200 levels deep\. Send/,
    ],
    [
      'whose metadata is something else',
      async () => withGraph(await png(23, 20), '{"mood": "good"}'),
      /has a "class_type".* Send/,
    ],
    [
      'with more than is kept',
      async () =>
        withGraph(
          await png(24, 20),
          JSON.stringify({
            ...GRAPH,
            words: { ...GRAPH['words'], inputs: { value: 'x'.repeat(9e6) } },
          }),
        ),
      /must have at most 8 MiB/i,
    ],
    [
      'with a name that would change objects',
      async () => withGraph(await png(25, 20), '{"1":{"class_type":"X","inputs":{"__proto__":1}}}'),
      /This key may not be used/,
    ],
  ])('refuses a picture %s, and says what to send', async (_, made, words) => {
    const { id, status, body } = await importFile(await made());
    expect([status, message(body)]).toEqual([422, [['body.media', expect.stringMatching(words)]]]);
    expect((await root.get(`/api/workflows/${id}`)).status).toBe(404);
  });

  it('imports anybody’s file for an admin; others don’t learn whether it exists', async () => {
    const file = withGraph(await png(30, 30), TEXTS.prompt);
    const { status } = await importFile(file, root, ann);
    expect(status).toBe(201);
    const { body: own } = await ann.upload('own.png', file);
    const { body: foreign } = await root.upload('foreign.png', file);
    const answers = await Promise.all(
      [own.path, foreign.path, 'no-such.png'].map(async (media) => {
        const answer = await ann.post('/api/workflows', { id: 'anns', media });
        return [answer.status, answer.body['code'], answer.body['detail']];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([403, 'admin_only', expect.any(String)]);
    const missing = await root.post('/api/workflows', { id: 'missing', media: 'no-such.png' });
    expect([missing.status, missing.body['code']]).toEqual([404, 'media_not_found']);
  });

  it('reads the settings inside a file for its owner', async () => {
    const parameters = 'a fox\nNegative prompt: blurry\nSteps: 20, CFG scale: 7, Seed: 42';
    const file = chunks(await png(31, 30), textChunk('tEXt', 'parameters', parameters));
    const { body: own } = await ann.upload('own.png', file);
    const route = `/api/media/${own.path}/embedded`;
    expect(await ann.get(route)).toMatchObject({
      status: 200,
      body: { format: 'a1111', prompt: 'a fox', negative: 'blurry', seed: 42, graph_found: false },
    });
    const { body: graph } = await ann.upload(
      'graph.png',
      withGraph(await png(32, 30), TEXTS.prompt),
    );
    expect((await ann.get(`/api/media/${graph.path}/embedded`)).body).toMatchObject({
      format: 'comfyui',
      graph_found: true,
    });
    expect((await (await kinora.agent('eve')).get(route)).status).toBe(404);
  });

  it('imports an output of the service only if the configuration keeps its graph', async () => {
    await root.post('/api/workflows', { id: 'plain', graph: GRAPH });
    const made = async (): Promise<string> => {
      const { body } = await root.post('/api/image/generate', {
        workflow: 'plain',
        provider: 'simulator',
        prompt: 'x',
      });
      const job = await root.finished<{ outputs: { path: string }[] }>(String(body['prompt_id']));
      return String(job.outputs[0]?.path);
    };
    const stripped = await made();
    const refused = await root.post('/api/workflows', { id: 'again', media: stripped });
    expect([refused.status, message(refused.body)]).toEqual([
      422,
      [['body.media', expect.stringContaining('GET /api/jobs/{prompt_id}/graph')]],
    ]);
    kinora.configure({ providers: PROVIDERS, media: { strip_metadata: false } });
    const whole = await made();
    kinora.configure({ providers: PROVIDERS });
    expect((await root.post('/api/workflows', { id: 'again', media: whole })).status).toBe(201);
    const { save, ...rest } = await graphOf('again');
    const { save: saved, ...others } = GRAPH;
    expect(rest).toEqual(others);
    expect(save?.inputs).toMatchObject({ images: saved?.inputs['images'] });
  });

  describeWith('ffmpeg', 'videos and sounds', () => {
    it.each(TAGGED_FILES)('imports the exact graph from %s', async (name, options) => {
      const { id, status, body } = await importFile(taggedMedia(name, TEXTS, options));
      expect([status, body['detail']]).toEqual([201, undefined]);
      expect(await graphOf(id)).toEqual(GRAPH);
    });

    it.each(['k.mkv', 'l.flac', 'm.mp3', 'n.opus'])(
      '%s without metadata, and one that is cut off, are refused',
      async (name) => {
        const bare = await importFile(taggedMedia(name, {}));
        expect([bare.status, message(bare.body)]).toEqual([
          422,
          [['body.media', expect.stringMatching(/^The file carries no workflow of ComfyUI/)]],
        ]);
        const whole = taggedMedia(`whole-${name}`, TEXTS);
        const at = whole.indexOf('class_type');
        const { status, body } = await root.upload(name, whole.subarray(0, at + 20));
        // ffprobe may reject it as too short.
        expect([201, 415]).toContain(status);
        if (status === 415) return;
        const cut = await root.post('/api/workflows', {
          id: `cut-${String(name[0])}`,
          media: body.path,
        });
        expect([cut.status, message(cut.body)]).toEqual([
          422,
          [['body.media', expect.stringMatching(/ends too early|no workflow/)]],
        ]);
      },
    );
  });
});
