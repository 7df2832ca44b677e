import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCaller } from '../support/caller';
import { describeWith, engine } from '../support/required-programs';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs });
const SAVE = {
  save: node('SaveVideo', {
    video: ['clip', 0],
    filename_prefix: 'v',
    format: 'auto',
    codec: 'auto',
  }),
};

/** Twice as large, with other sound. */
const DUBBED = {
  source: node('LoadVideo', { file: 'a.mp4' }),
  parts: node('GetVideoComponents', { video: ['source', 0] }),
  larger: node('ImageScaleBy', {
    image: ['parts', 0],
    upscale_method: 'bilinear',
    scale_by: 2,
  }),
  voice: node('LoadAudio', { audio: 'a.wav' }),
  clip: node('CreateVideo', { images: ['larger', 0], audio: ['voice', 0], fps: ['parts', 2] }),
  ...SAVE,
};

/** A picture that is shown while a sound plays. */
const SPOKEN = {
  face: node('LoadImage', { image: 'a.png' }),
  frames: node('RepeatImageBatch', { image: ['face', 0], amount: 10 }),
  voice: node('LoadAudio', { audio: 'a.wav' }),
  clip: node('CreateVideo', { images: ['frames', 0], audio: ['voice', 0], fps: 10 }),
  ...SAVE,
};

/** Image, audio and video inputs, also in imported workflows. */
describeWith('ffmpeg', 'files that go into clips', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-inputs-'));
  let kinora: TestKinora;
  let mine: TestCaller & { readonly key: string };
  let other: TestCaller;
  let files: { video: string; audio: string; image: string };

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    for (const [id, graph] of Object.entries({ dubbed: DUBBED, spoken: SPOKEN }))
      expect((await kinora.post('/api/workflows', { id, graph })).status).toBe(201);
    [mine, other] = [await kinora.agent('mine'), await kinora.agent('other')];
    files = {
      video: await upload('a.mp4', made('a.mp4', 'testsrc=size=64x48:rate=8:duration=1.5')),
      audio: await upload('a.wav', made('a.wav', 'sine=duration=4')),
      image: await upload('a.png', await png(32, 32)),
    };
  });
  afterAll(async () => {
    await kinora.close();
    rmSync(folder, { recursive: true });
  });

  function made(name: string, source: string): Buffer {
    const file = join(folder, name);
    execFileSync(engine('ffmpeg'), ['-v', 'error', '-f', 'lavfi', '-i', source, file]);
    return readFileSync(file);
  }

  async function upload(name: string, bytes: Buffer): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const headers = { Authorization: `Bearer ${mine.key}` };
    const sent = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form, headers });
    expect(sent.status).toBe(201);
    return ((await sent.json()) as { path: string }).path;
  }

  const body = (workflow: string, fields: object) => ({
    workflow,
    prompt: 'a fox speaks',
    provider: 'simulator',
    ...fields,
  });
  const generate = (caller: TestCaller, workflow: string, fields: object) =>
    caller.post('/api/video/generate', body(workflow, fields));

  async function clipOf(answer: { body: Record<string, unknown> }) {
    const job = await mine.finished<{ status: string; outputs: { path: string }[] }>(
      String(answer.body['prompt_id']),
    );
    expect(job.status).toBe('completed');
    return (await mine.get(`/api/media/${job.outputs[0]!.path}`)).body;
  }

  it('v2v: replaces the sound of a video', async () => {
    const { video, audio } = files;
    const answer = await generate(mine, 'dubbed', { video, audio });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, mode: 'v2v' } });
    expect(await clipOf(answer)).toMatchObject({
      type: 'video',
      width: 128,
      height: 96,
      fps: 8,
      duration: 1.5,
      has_audio: true,
    });
  });

  it('i2v: uses a picture and a sound', async () => {
    const { image, audio } = files;
    const answer = await generate(mine, 'spoken', { image, audio: `/media/${audio}` });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, mode: 'i2v' } });
    expect(await clipOf(answer)).toMatchObject({
      type: 'video',
      width: 32,
      height: 32,
      fps: 10,
      duration: 1,
      has_audio: true,
    });
  });

  it.each(['video', 'audio'] as const)('answers 404 for a %s of another owner', async (name) => {
    const answer = await generate(other, 'dubbed', { [name]: files[name] });
    expect(answer).toMatchObject({ status: 404, body: { code: 'media_not_found' } });
  });

  it.each([
    ['video', 'audio'],
    ['audio', 'image'],
  ] as const)('no file of another kind: %s that is %s', async (name, kind) => {
    const { video, audio } = files;
    const answer = await generate(mine, 'dubbed', { video, audio, [name]: files[kind] });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', name], type: 'value_error' }] },
    });
  });

  it('a plan lists the input files', async () => {
    const { video, audio } = files;
    const plan = await mine.post('/api/plan', {
      type: 'video',
      ...body('dubbed', { video, audio }),
    });
    expect(plan.body).toMatchObject({ accepted: true, mode: 'v2v' });
    expect(plan.body['files']).toEqual(
      expect.arrayContaining([
        { param: 'video', path: video },
        { param: 'audio', path: audio },
      ]),
    );
  });
});
