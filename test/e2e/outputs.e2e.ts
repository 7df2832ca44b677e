import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { JobCanceller } from '../../src/modules/jobs/public/job-canceller';
import { JobQueue } from '../../src/modules/jobs/public/job-queue';
import { MediaIntake } from '../../src/modules/media/public/media-intake';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import { OutboxReader } from '../../src/platform/events/outbox';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { ScriptedNode, sendJson, type Script } from '../support/scripted-node';
import { SimulatedNode } from '../support/simulated-node';

interface Output {
  readonly type: string;
  readonly folder_type: string;
  readonly path?: string;
  readonly url: string;
  readonly text?: string;
}

interface Job {
  readonly prompt_id: string;
  readonly status: string;
  readonly outputs: readonly Output[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly warnings: readonly {
    readonly code: string;
    readonly message: string;
    readonly node_id: string;
  }[];
}

const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs });

const PICTURE = node('EmptyImage', { width: 16, height: 16, batch_size: 1, color: 0 });
const SAVE = node('SaveImage', { images: ['picture', 0], filename_prefix: 'saved' });
const PREVIEW = node('PreviewImage', { images: ['picture', 0] });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

/** A node that accepts every prompt, and says at once that it made these outputs. */
function finishedNode(outputs: unknown, view: Script): Script {
  let promptId = '';
  return (asked, response) => {
    const { pathname } = new URL(asked.path, 'http://node');
    if (asked.method === 'POST' && pathname === '/prompt') {
      promptId = (JSON.parse(asked.body.toString()) as { prompt_id: string }).prompt_id;
      sendJson(response, { prompt_id: promptId, number: 1, node_errors: {} });
    } else if (pathname === '/view') view(asked, response);
    else if (pathname === '/queue') sendJson(response, { queue_running: [], queue_pending: [] });
    else if (pathname === '/prompt') sendJson(response, { exec_info: { queue_remaining: 0 } });
    else if (pathname === '/system_stats')
      sendJson(response, { system: { comfyui_version: '0.3.64' }, devices: [] });
    else if (pathname.startsWith('/history/')) {
      const status = { status_str: 'success', completed: true, messages: [] };
      sendJson(response, pathname.endsWith(promptId) ? { [promptId]: { outputs, status } } : {});
    } else if (pathname.startsWith('/api/jobs')) response.writeHead(404).end('404: Not Found');
    else sendJson(response, {});
  };
}

describe('outputs of jobs', () => {
  let simulator: SimulatedNode;
  let scripted: ScriptedNode;
  let kinora: TestKinora;

  const config = (limits: object = {}) => ({
    providers: [
      { id: 'node', kind: 'comfyui', base_url: simulator.node.url },
      { id: 'scripted', kind: 'comfyui', base_url: scripted.url },
    ],
    jobs: { poll_interval_ms: 100, lost_grace_ms: 400 },
    limits,
  });

  beforeAll(async () => {
    simulator = await SimulatedNode.start();
    scripted = await ScriptedNode.start(finishedNode({}, (_, response) => response.end()));
    kinora = await TestKinora.start(config());
    await Promise.all([kinora.online('node'), kinora.online('scripted')]);
  });
  afterEach(() => {
    simulator.node.faults.reset();
    kinora.configure(config());
  });
  afterAll(async () => {
    await kinora.close();
    await Promise.all([simulator.stop(), scripted.stop()]);
  });

  const enqueue = async (provider: string, graph: object, promptId = randomUUID()) => {
    await kinora.app.get(JobQueue).enqueue(UNRESTRICTED, {
      promptId,
      kind: 'image',
      workflow: 'free',
      runClass: '',
      mode: 't2i',
      provider,
      providerAuto: false,
      priority: 'normal',
      graph: graph as ComfyGraph,
      inputs: [],
      namePrefix: 'free',
      labels: { prompt: '', project: null, characters: [], description: '' },
      request: { workflow: 'free' },
      provenance: { models: [], loras: [], settings: {} },
    });
    return promptId;
  };
  const run = async (graph: object): Promise<Job> =>
    kinora.finished<Job>(await enqueue('node', graph));
  const runScripted = async (outputs: unknown, view: Script): Promise<Job> => {
    scripted.setScript(finishedNode(outputs, view));
    return kinora.finished<Job>(await enqueue('scripted', { 1: node('Any', {}) }));
  };
  const catalogued = async ({ prompt_id }: Pick<Job, 'prompt_id'>, filter = ''): Promise<number> =>
    Number(
      (await kinora.get(`/api/media?prompt_id=${prompt_id}&with_total=true${filter}`)).body[
        'total'
      ],
    );

  it('are all kept: pictures, texts, latents and 3D models', async () => {
    const job = await run({
      picture: PICTURE,
      saved: SAVE,
      words: node('PrimitiveString', { value: 'a fox 🦊' }),
      text: node('SaveText', { text: ['words', 0], filename_prefix: 'said', format: 'md' }),
      model: node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
      latent: node('EmptyLatentImage', { width: 64, height: 64, batch_size: 1 }),
      saved_latent: node('SaveLatent', { samples: ['latent', 0], filename_prefix: 'latents/a' }),
      voxel: node('VAEDecodeHunyuan3D', {
        samples: ['latent', 0],
        vae: ['model', 2],
        num_chunks: 8000,
        octree_resolution: 256,
      }),
      mesh: node('VoxelToMeshBasic', { voxel: ['voxel', 0], threshold: 0.6 }),
      glb: node('SaveGLB', { mesh: ['mesh', 0], filename_prefix: '3d/a' }),
    });
    expect(job).toMatchObject({ status: 'completed', error: null, warnings: [] });
    const types = job.outputs.map(({ type, folder_type }) => `${folder_type} ${type}`);
    expect(types.sort()).toEqual([
      'output file',
      'output file',
      'output file',
      'output image',
      'output text',
    ]);
    expect(job.outputs.find(({ type }) => type === 'text')?.text).toBe('a fox 🦊');
    expect(await catalogued(job, '&type=file')).toBe(3);
    const glb = job.outputs.find(({ path }) => path?.endsWith('.glb'));
    const response = await fetch(kinora.url + String(glb?.url));
    expect(response.headers.get('content-type')).toBe('model/gltf-binary');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('glTF');
  });

  it('that cannot be stored become warnings; the others complete the job', async () => {
    const file = (filename: string) => ({ filename, subfolder: '', type: 'output' });
    const images = ['gone.png', 'page.png', 'huge.png', 'good.png'].map(file);
    kinora.configure(config({ output_bytes: 10_000 }));
    const job = await eventuallyLimited(() =>
      runScripted({ 9: { images } }, (asked, response) => {
        const name = new URL(asked.path, 'http://node').searchParams.get('filename');
        if (name === 'gone.png') response.writeHead(404).end();
        else if (name === 'page.png') response.end('<html>Sign in</html>');
        else if (name === 'huge.png') response.end(Buffer.concat([PNG, Buffer.alloc(20_000)]));
        else response.end(PNG);
      }),
    );
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(job.outputs).toHaveLength(1);
    expect(job.warnings.map(({ code, node_id }) => `${code} ${node_id}`)).toEqual([
      'output_missing 9',
      'output_unreadable 9',
      'output_too_large 9',
    ]);
    expect(job.warnings[0]?.message).toContain("'gone.png'");
    expect(await catalogued(job)).toBe(1);
  });

  /** The limit applies once the changed configuration has been read. */
  const eventuallyLimited = (attempt: () => Promise<Job>): Promise<Job> =>
    eventually(async () => {
      const job = await attempt();
      return job.warnings.some(({ code }) => code === 'output_too_large') && job;
    });

  it('fail the job when none of them can be stored', async () => {
    const images = [{ filename: 'gone.png', subfolder: '', type: 'output' }];
    const job = await runScripted({ 9: { images } }, (_, response) => {
      response.writeHead(404).end();
    });
    expect(job).toMatchObject({ status: 'failed', error: { code: 'output_missing' }, outputs: [] });
    expect(job.warnings).toHaveLength(1);
  });

  describe('that are previews', () => {
    it('are left out where the job saved anything of their kind', async () => {
      const job = await run({ picture: PICTURE, a_preview: PREVIEW, saved: SAVE });
      expect(job.outputs.map(({ folder_type }) => folder_type)).toEqual(['output']);
      expect(await catalogued(job)).toBe(1);
    });

    it('come after what the job saved', async () => {
      const text = node('PreviewAny', { source: ['words', 0] });
      const words = node('PrimitiveString', { value: 'a fox' });
      const job = await run({ picture: PICTURE, a_preview: PREVIEW, words, z_text: text });
      expect(job.outputs.map(({ folder_type, type }) => `${folder_type} ${type}`)).toEqual([
        'output text',
        'temp image',
      ]);
    });

    it('are the outputs of a job that saved nothing', async () => {
      const job = await run({ picture: PICTURE, a_preview: PREVIEW });
      expect(job.outputs.map(({ folder_type, type }) => `${folder_type} ${type}`)).toEqual([
        'temp image',
      ]);
      expect(await catalogued(job)).toBe(1);
    });
  });

  it('are stored without the characters that no database takes', async () => {
    const words = node('PrimitiveString', { value: 'a\0fox \ud800' });
    const job = await run({ words, text: node('PreviewAny', { source: ['words', 0] }) });
    expect(job.status).toBe('completed');
    expect(job.outputs[0]?.text).toBe('a\ufffdfox \ufffd');
  });

  it('that are long texts are cut in lists, but not in the record of their job', async () => {
    const words = node('PrimitiveString', { value: 'fox '.repeat(1000) });
    const job = await run({ words, text: node('PreviewAny', { source: ['words', 0] }) });
    const { body } = await kinora.get<{ items: Job[] }>(`/api/jobs?prompt_ids=${job.prompt_id}`);
    const [listed] = body.items[0]?.outputs ?? [];
    expect(listed?.text).toBe('fox '.repeat(250));
    expect(job.outputs).toEqual([{ ...listed, text: 'fox '.repeat(1000) }]);
  });

  it('of a cancelled job are not downloaded further, and those that are stored stay', async () => {
    const file = (filename: string) => ({ filename, subfolder: '', type: 'output' });
    let closed: () => void = () => undefined;
    const hungUp = new Promise<void>((resolve) => (closed = resolve));
    scripted.setScript(
      finishedNode({ 9: { images: [file('a.png'), file('b.png')] } }, (asked, response) => {
        if (asked.path.includes('a.png')) response.end(PNG);
        else response.on('close', closed).write(PNG);
      }),
    );
    const promptId = await enqueue('scripted', { 1: node('Any', {}) });
    await eventually(async () => scripted.paths.some((path) => path.includes('b.png')));
    const { status, body } = await kinora.post<Job>(`/api/jobs/${promptId}/cancel`);
    expect({ status, job: body.status }).toEqual({ status: 200, job: 'cancelled' });
    await hungUp;
    expect(body.outputs).toHaveLength(1);
    expect(await catalogued({ prompt_id: promptId })).toBe(1);
  });

  it('of a job that is cancelled at the instant when one is stored are those in the catalogue', async () => {
    const images = ['a.png', 'b.png'].map((filename) => ({
      filename,
      subfolder: '',
      type: 'output',
    }));
    scripted.setScript(finishedNode({ 9: { images } }, (_, response) => response.end(PNG)));
    const promptId = randomUUID();
    let cancelling: Promise<unknown> | undefined;
    const catalogue = kinora.app.get(MediaIntake);
    const before = catalogue.revision;
    // Called by the commit that stores the first output.
    const forget = kinora.app.get(OutboxReader).onAppended(() => {
      if (catalogue.revision === before) return;
      cancelling ??= kinora.app.get(JobCanceller).cancelMany(UNRESTRICTED, [promptId]);
    });
    await enqueue('scripted', { 1: node('Any', {}) }, promptId);
    const job = await kinora.finished<Job>(promptId);
    forget();
    expect(await cancelling).toEqual({ cancelled: [promptId], failed: [] });
    expect(job.status).toBe('cancelled');
    expect(job.outputs).not.toHaveLength(0);
    expect(await catalogued(job)).toBe(job.outputs.length);
  });

  it('wait while the disk is nearly full, and leave no incomplete file', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const images = [{ filename: 'a.png', subfolder: '', type: 'output' }];
    scripted.setScript(
      finishedNode({ 9: { images } }, (_, response) => {
        void released.then(() => response.end(PNG));
      }),
    );
    const downloads = () => scripted.paths.filter((path) => path.startsWith('/view')).length;
    const promptId = await enqueue('scripted', { 1: node('Any', {}) });
    await eventually(async () => downloads() === 1);
    kinora.configure(config({ min_free_bytes: Number.MAX_SAFE_INTEGER }));
    await eventually(async () => (await kinora.get('/api/health')).body['status'] !== 'ok');
    release();
    await eventually(async () => downloads() === 2);
    const incoming = join(kinora.folder, 'data', 'media', 'incoming');
    await eventually(async () => readdirSync(incoming).length === 0);
    const waiting = { status: 'running', disk_full: true };
    expect((await kinora.get(`/api/jobs/${promptId}`)).body).toMatchObject(waiting);
    kinora.configure(config());
    const job = await kinora.finished<Job>(promptId);
    expect(job).toMatchObject({ status: 'completed', warnings: [] });
    expect(await catalogued(job)).toBe(1);
  });

  it('that the database refuses end the job with an error', async () => {
    const source = kinora.app.get(DataSource);
    for (const statement of refuseTextsOf(source)) await source.query(statement);
    const words = node('PrimitiveString', { value: 'unwritable' });
    const job = await run({ words, text: node('PreviewAny', { source: ['words', 0] }) });
    expect(job).toMatchObject({ status: 'failed', error: { code: 'not_storable' }, outputs: [] });
  });
});

/** Makes the database refuse the text `unwritable`, until its file or server is gone. */
function refuseTextsOf(source: DataSource): readonly string[] {
  if (source.options.type === 'postgres')
    return ["ALTER TABLE job_outputs ADD CONSTRAINT refused CHECK (text <> 'unwritable')"];
  return [
    "CREATE TRIGGER refused BEFORE INSERT ON job_outputs WHEN NEW.text = 'unwritable' " +
      "BEGIN SELECT RAISE(ABORT, 'refused'); END",
  ];
}
