import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fillExamples } from '../../src/platform/openapi/live-examples';
import { OperationsService } from '../../src/modules/media/operations/operations.service';
import { RenderQueue } from '../../src/modules/projects/public/render-queue';
import { WebhookHttpGateway } from '../../src/modules/webhooks/delivery/webhook-http.gateway';
import { WebhookDeliveries } from '../../src/modules/webhooks/public/webhook-deliveries';
import { FfmpegTool } from '../../src/platform/imaging/ffmpeg-tool';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { DocumentedApi, type DocumentedOperation } from '../support/documented-api';
import { eventually } from '../support/eventually';
import { newFolder, TestKinora } from '../support/kinora';
import { animated, png } from '../support/media-samples';
import { FakeToolkit } from '../../src/simulator/public/toolkit/fake-toolkit';
import { RecordedAnswers } from '../support/recorded-answers';
import type { ScriptedNode } from '../support/scripted-node';
import { SPEECH_KEYS, speechConfig, startSpeechServer } from '../support/speech-server';

type Json = Record<string, unknown>;

/** The requests that others need come first, those that end something last. */
const FIRST = [
  ...[
    'putCharacter',
    'createAgent',
    'createPreset',
    'createWebhook',
    'createCollection',
    'importWorkflow',
  ],
  'createLink',
  'chat',
  ...['createProject', 'createScene', 'orderScenes', 'createShot', 'orderShots', 'createRender'],
  ...['generateShots', 'makeImageTake', 'makeVideoTake', 'makeSpeechTake', 'createDataset'],
  ...['addDatasetItems', 'uploadDatasetItem', 'editCaptions', 'setCaptions', 'undoCaptions'],
  ...['startTraining', 'verifyTrainedLora', 'sampleTrainingRun', 'saveTrainingRun'],
];
const METHODS = ['get', 'patch', 'post'];
const LAST = [
  ...['cancelGeneration', 'continueTrainingRun', 'stopTrainingRun'],
  ...['cancelBatch', 'cancelJobs', 'getJobPreview', 'streamEvents', 'cancelJob'],
  ...['rotateAgentKey', 'signIn', 'removeFromCollection', 'removeDatasetItems', 'cancelRender'],
];

/** Routes that answer 201, or 200 if the result exists already. */
const ANSWER_AGAIN = [
  'speak',
  'uploadMedia',
  'uploadToAddress',
  'makeLastFrame',
  'makeContactSheet',
];

const position = ({ operationId, method, path }: DocumentedOperation): number => {
  if (FIRST.includes(operationId)) return FIRST.indexOf(operationId) / FIRST.length;
  if (LAST.includes(operationId)) return 10 + LAST.indexOf(operationId);
  // Children are deleted before their parents.
  return method === 'delete' ? 40 - path.split('/').length : 1 + METHODS.indexOf(method);
};

/** Ids that the service makes: no example can know them. */
const hasMadeId = (path: string): boolean =>
  /^\/(api\/)?(agent|jobs|media|batches|presets|collections|projects|webhooks)\//.test(path);

const VOICE = { provider: 'elevenlabs', voice_id: 'mara' };
const SMALL = { workflow: 'sd15-t2i', prompt: 'a lighthouse', provider: 'auto', steps: 2 };

describe('examples of /openapi.json', () => {
  let kinora: TestKinora;
  let node: SimulatorNode;
  let speech: ScriptedNode;
  let toolkit: FakeToolkit;
  let api: DocumentedApi;
  let key: string;
  let picture: string;
  const recorded = new RecordedAnswers();

  beforeAll(async () => {
    const folder = newFolder();
    node = await SimulatorNode.start({ stepMs: 0, dataDir: join(folder, 'node') });
    speech = await startSpeechServer();
    toolkit = await FakeToolkit.start(folder);
    kinora = await TestKinora.start(
      {
        providers: [{ id: 'simulator', kind: 'comfyui', base_url: node.url }],
        speech: speechConfig(speech.url),
        training: {
          root: '.',
          base_url: toolkit.url,
          poll_interval_ms: 50,
          lora_dir: 'node/models/loras',
        },
      },
      folder,
    );
    kinora.setVariables(SPEECH_KEYS);
    // Renders stay queued, so that one can be cancelled.
    await kinora.app.get(RenderQueue).stop();
    // The documented receiver isn't ours.
    await kinora.app.get(WebhookDeliveries).stop();
    jest.spyOn(kinora.app.get(WebhookHttpGateway), 'post').mockResolvedValue({ httpStatus: 200 });
    const programs = { ffmpeg: true, ffprobe: true };
    jest.spyOn(kinora.app.get(FfmpegTool), 'available').mockResolvedValue(programs);
    api = await DocumentedApi.of(kinora);
    await kinora.online();
    await kinora.post('/api/batches', { base: { ...SMALL, type: 'image', width: 64, height: 64 } });
    await eventually(async () => {
      const { body } = await kinora.get<{ items: Json[] }>('/api/batches');
      return body.items[0]?.['finished_at'] !== null;
    });
    const { body } = await kinora.post('/api/image/generate', {
      ...SMALL,
      width: 128,
      height: 128,
    });
    const { outputs } = await kinora.finished(String(body['prompt_id']));
    picture = String(outputs[0]?.path);
  });
  afterAll(async () => {
    await kinora.close();
    await toolkit.stop();
    await node.stop();
    await speech.stop();
  });

  /** With an existing key and an existing media file. */
  const existing = (body: string): string =>
    body.replace('kin_your-key', key).replaceAll('kitchen.png', picture);

  const pathParameter = ({ parameters }: DocumentedOperation, name: string): string =>
    String(parameters.find((one) => one.in === 'path' && one.name === name)?.example);

  /** The path with the documented parameters. */
  const targetOf = (operation: DocumentedOperation): string =>
    operation.path.replace(/\{(\w+)\}/g, (_, name) => pathParameter(operation, String(name)));

  /** The ids of a list, for its `…/order`. */
  async function presentIds(operation: DocumentedOperation): Promise<unknown[]> {
    const list = targetOf(operation).replace(/\/order$/, '');
    const { body } = await kinora.get<{ items: Json[] }>(list);
    return body.items.map(({ id }) => id);
  }

  /** Sends a request with the documented path parameters. */
  async function send(
    operation: DocumentedOperation,
    { query = '', body }: { query?: string; body?: unknown } = {},
  ): Promise<{ response: Response; text: string }> {
    const { method } = operation;
    const target = targetOf(operation);
    const isRaw = body instanceof FormData || body instanceof Uint8Array;
    const response = await fetch(kinora.url + target + query, {
      method: method.toUpperCase(),
      headers: body === undefined || isRaw ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined
        ? {}
        : {
            body: isRaw
              ? (body as NonNullable<RequestInit['body']>)
              : existing(JSON.stringify(body)),
          }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = isStream ? await beginning(response) : await response.text();
    return { response, text };
  }

  /** The bodies of the documented examples. */
  async function bodiesOf(operation: DocumentedOperation): Promise<readonly unknown[]> {
    const { requestBody, operationId } = operation;
    if (requestBody === undefined) return [undefined];
    if (operationId.startsWith('order')) return [{ ids: await presentIds(operation) }];
    if (operationId === 'moveShot')
      return [{ scene_id: pathParameter(operation, 'scene_id'), position: 1 }];
    const { examples } = requestBody.content['application/json'] ?? {};
    if (examples) return Object.values(examples).map((example) => (example as Json)['value']);
    if ('application/octet-stream' in requestBody.content) return [await addressedPicture()];
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await png(8, 8))]), 'lighthouse.png');
    return [form];
  }

  const queriesOf = ({ parameters }: DocumentedOperation): string[] =>
    parameters.flatMap(({ name, in: place, schema }) =>
      place === 'query' && schema?.examples
        ? [`?${name}=${encodeURIComponent([schema.examples[0]].flat().join(','))}`]
        : [],
    );

  /** A documented wait, shortened: renders are stopped in this file, so it would last its whole time. */
  const shortWait = (query: string): string => query.replace(/^\?wait=\d+$/, '?wait=1');

  async function check(operation: DocumentedOperation, how: { query?: string; body?: unknown }) {
    await nameUnlisted(operation);
    const { response, text } = await send(operation, how);
    const isSuccess = response.status === 200 || response.status === 201;
    expect([operation.operationId, how, isSuccess || text]).toEqual([
      ...[operation.operationId, how],
      true,
    ]);
    const body = api.expectAnswer(operation.method, operation.path, response, text);
    if (operation.operationId === 'createAgent') key = String(body['key']);
    recorded.add(operation, response, text);
  }

  /** A job of the node that has sent a picture, and nothing else. */
  async function previewedJob(): Promise<void> {
    await kinora.post('/api/jobs/cancel', { status: 'queued' });
    const { body } = await kinora.get<{ items: Json[] }>('/api/jobs?status=running');
    const prompt_ids = body.items.map(({ prompt_id }) => prompt_id);
    await kinora.post('/api/jobs/cancel', { prompt_ids });
    node.faults.set({ steps_allowed: 10 });
    const sent = await kinora.post('/api/image/generate', {
      ...SMALL,
      steps: 30,
      previews: true,
      width: 256,
      height: 256,
    });
    const preview = `/api/jobs/${String(sent.body['prompt_id'])}/preview`;
    await eventually(async () => (await fetch(kinora.url + preview)).status === 200);
  }

  /** The path of the newest project, changed. */
  async function newestProject(change: Json = {}): Promise<string> {
    const { body } = await kinora.get<{ items: Json[] }>('/api/projects');
    const path = `/api/projects/${String(body.items[0]?.['id'])}`;
    expect((await kinora.as(null).patch(path, change)).status).toBe(200);
    return path;
  }

  /** Resolves once no take of the newest project is unfinished. */
  async function completedTakes(): Promise<void> {
    node.faults.reset();
    const path = await newestProject();
    await eventually(async () => {
      const { body } = await kinora.get<{ scenes: { shots: Json[] }[] }>(path);
      const shots = body.scenes.flatMap((scene) => scene.shots);
      return shots.every(({ status }) => status !== 'generating');
    });
  }

  async function staleTakes(): Promise<void> {
    await completedTakes();
    await newestProject({ aspect_ratio: '4:3', narrator_voice: VOICE });
  }

  async function runningGeneration(): Promise<void> {
    node.faults.set({ steps_allowed: 0 });
    const { prompt, steps, ...from } = SMALL;
    const images = { kind: 'image', only: 'all', ...from, fields: { prompt, steps } };
    const { status } = await kinora.post(`${await newestProject()}/generate`, images);
    expect(status).toBe(201);
  }

  async function uploadAnimation(): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await animated('gif'))]), 'animation.gif');
    const { status } = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    expect(status).toBe(201);
  }

  /** A render needs a picture in every shot. */
  async function completeProject(): Promise<void> {
    const projects = await kinora.get<{ items: Json[] }>('/api/projects');
    const project = `/api/projects/${String(projects.body.items[0]?.['id'])}`;
    const { body } = await kinora.get<{ scenes: (Json & { shots: Json[] })[] }>(project);
    for (const scene of body.scenes)
      for (const shot of scene.shots) {
        const path = `${project}/scenes/${String(scene['id'])}/shots/${String(shot['id'])}`;
        const { status } = await kinora.as(null).patch(path, { image: picture });
        expect(status).toBe(200);
      }
  }

  /** The run of the examples, after half of its steps. */
  async function trainHalf(): Promise<void> {
    toolkit.tick(4);
    toolkit.trainer.stepsPerTick = 900;
    toolkit.tick();
    await trainedTo(900);
  }

  async function trainRest(): Promise<void> {
    toolkit.tick();
    await trainedTo(1800);
  }

  const trainedTo = (step: number) =>
    eventually(async () => {
      const { body } = await kinora.get('/api/lora-training/jobs/mara_v1');
      return body['step'] === step && (step < 1800 || body['status'] === 'completed');
    });

  async function endedRun(): Promise<void> {
    await kinora.post('/api/lora-training/jobs/mara_v1/stop', {});
    await eventually(async () => {
      const { body } = await kinora.get('/api/lora-training/jobs/mara_v1');
      return body['finished_at'] !== null;
    });
  }

  async function unusedLora(): Promise<void> {
    await endedRun();
    await kinora.as(null).patch('/api/characters/mara', { loras: [] });
  }

  /** Ids that no list answers. */
  async function unlistedId(operationId: string): Promise<string | null> {
    if (operationId === 'undoMediaChange') {
      const change = { filter: { type: 'image' }, add_tags: ['lighthouse'] };
      const { body } = await kinora.post<{ undo: { token: string } }>(
        '/api/media/metadata',
        change,
      );
      return body.undo.token;
    }
    if (operationId === 'getLinkedFile')
      return tokenOf(await kinora.post(`/api/media/${picture}/link`, {}));
    if (operationId === 'uploadToAddress')
      return tokenOf(await kinora.post('/api/media/upload-addresses', await addressed()));
    if (operationId === 'getVerification') {
      const { body } = await kinora.get<{ items: Json[] }>('/api/batches?limit=200');
      return String(body.items.find(({ name }) => name === 'Verification of mara_v1')?.['id']);
    }
    if (operationId === 'unpublishLora') {
      const { body } = await kinora.get<{ items: Json[] }>('/api/lora-training/loras');
      return encodeURIComponent(String(body.items[0]?.['name']));
    }
    if (operationId !== 'getOperation') return null;
    const expression = { all: [{ words: ['none'], isPrefix: false }], none: [], turnOwner: '' };
    const operation = {
      owner_id: null,
      action: 'delete' as const,
      request: { action: { kind: 'delete' as const }, expression },
      before: 0,
      total: 1_200,
      undo_id: null,
    };
    const { id } = await kinora.app.get(OperationsService).create(operation, null);
    return id;
  }

  /** What some operations need before they are called. */
  const preparations: Readonly<Record<string, () => Promise<unknown>>> = {
    getJobPreview: () => previewedJob(),
    makeSpeechTake: () => newestProject({ narrator_voice: VOICE }),
    judgeTake: () => completedTakes(),
    regenerateShots: () => staleTakes(),
    cancelGeneration: () => runningGeneration(),
    makeLastFrame: () => uploadAnimation(),
    verifyTrainedLora: () => trainHalf(),
    continueTrainingRun: () => trainRest(),
    createRender: () => completeProject(),
    unpublishLora: () => unusedLora(),
    deleteTrainingRun: () => endedRun(),
  };

  /** Creates what a request needs and no list contains. */
  async function nameUnlisted({ operationId, parameters }: DocumentedOperation): Promise<void> {
    const id = await unlistedId(operationId);
    const parameter = parameters.findLast((one) => one.in === 'path');
    if (id !== null && parameter) Object.assign(parameter, { example: id });
  }

  it('work as they stand, and their answers match', async () => {
    const operations = [...api.operations()].sort((a, b) => position(a) - position(b));
    for (const operation of operations) {
      const { method, path, operationId } = operation;
      if (method === 'patch' && !FIRST.includes(operationId)) node.faults.set({ steps_allowed: 1 });
      await preparations[operationId]?.();
      const read = async (collection: string) => (await kinora.get<Json>(collection)).body;
      await fillExamples(
        api.document.paths as Parameters<typeof fillExamples>[0],
        read,
        (oneMethod, onePath) =>
          oneMethod === method && onePath === path && (method === 'get' || hasMadeId(path)),
      );
      const bodies = await bodiesOf(operation);
      const repeats = ANSWER_AGAIN.includes(operationId) ? bodies : [];
      for (const body of [...bodies, ...repeats]) await check(operation, { body });
      if (method === 'get')
        for (const query of queriesOf(operation))
          await check(operation, { query: shortWait(query) });
    }
    if (process.env['KINORA_RECORD_EXAMPLES'] !== undefined) await recorded.write();
  }, 300_000);

  it('show answers that match their schemas (KINORA_RECORD_EXAMPLES=1 records new ones)', () => {
    for (const { responses } of api.operations())
      for (const { content = {} } of Object.values(responses))
        for (const { schema, example } of Object.values(content as Record<string, Json>))
          if (example !== undefined) api.expectMatch(schema, example);
  });
});

const addressedPicture = async (): Promise<Uint8Array> => new Uint8Array(await png(8, 8, 2));

/** A request for an upload address for {@link addressedPicture}. */
async function addressed(): Promise<Json> {
  const bytes = await addressedPicture();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { filename: 'lighthouse.png', size_bytes: bytes.length, sha256 };
}

const tokenOf = ({ body }: { body: Json }): string => String(body['url']).split('/').at(-1) ?? '';

/** The first events of a stream that doesn't end. */
async function beginning({ body }: Response): Promise<string> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data:')) text += (await reader.read()).value ?? '';
  await reader.cancel();
  return text;
}
