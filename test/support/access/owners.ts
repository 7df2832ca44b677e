import { randomUUID } from 'node:crypto';
import type { Answer, TestCaller } from '../caller';
import { eventually } from '../eventually';
import { uniquePng } from '../media-samples';
import type { SeededRandom } from '../seeded-random';

/** One of each kind of owned resource. */
export interface OwnedResources {
  /** Id of the owning account. */
  readonly agent: string;
  /** An account that an admin may change, rotate and delete. */
  readonly victim: string;
  /** Completed. */
  readonly job: string;
  /** Runs or waits for minutes. */
  readonly running: string;
  /** Completed. */
  readonly batch: string;
  readonly preset: string;
  /** Nothing listens at its address. */
  readonly webhook: string;
  /** Of the webhook. */
  readonly delivery: string;
  /** A manual collection. */
  readonly collection: string;
  /** With the assistant. */
  readonly conversation: string;
  /** A public link to the upload. */
  readonly link: string;
  readonly project: string;
  /** Of the project. */
  readonly scene: string;
  /** Of the scene. */
  readonly shot: string;
  /** Of training runs; it has no pictures. */
  readonly dataset: string;
  /** A bulk call that made a take of the shot. */
  readonly generation: string;
  readonly take: string;
  /** A training run that was stopped. */
  readonly training: string;
  /** Readable by all whose list of characters admits it, so neither its id nor its name is marked. */
  readonly character: string;
  /** Output of the completed job. */
  readonly media: string;
  readonly upload: string;
  readonly sha256: string;
  /** A marker in all texts of the owner: prompts, file names, descriptions, ids, names. */
  readonly mark: string;
}

/** An account with its resources. */
export interface Owner extends OwnedResources {
  readonly caller: TestCaller;
  /** `null` for the owner without a key. */
  readonly key: string | null;
  /** Texts that no other caller may receive. */
  readonly secrets: readonly string[];
}

/** A workflow that the limited key may not use, and one that takes a picture. */
export const WORKFLOW = 'sd15-t2i';
export const FROM_PICTURE = 'sdxl-i2i';
/** The only workflow of the limited key. */
export const ELSEWHERE = 'sdxl-t2i';
export const FAST = 'node';
export const SLOW = 'slow';

/** Letters that don't occur by chance. */
export const newMarker = (random: SeededRandom): string =>
  `zq${Array.from({ length: 12 }, () => (10 + random.below(26)).toString(36)).join('')}`;

/** A request for a small picture. */
export const request = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  workflow: WORKFLOW,
  provider: FAST,
  prompt: 'a fox',
  width: 64,
  height: 64,
  steps: 1,
  ...fields,
});

/** An account before its resources are created. */
export interface NewOwner extends Pick<Owner, 'caller' | 'key' | 'agent' | 'mark'> {
  /** For creating accounts. */
  readonly admin: TestCaller;
}

/** Creates one resource of each kind. */
export async function createResources(
  { caller, key, agent, mark, admin }: NewOwner,
  random: SeededRandom,
): Promise<Owner> {
  const seed = 4_000_000_000 + random.below(999_999_999);
  const marked = { prompt: `${mark} fox`, filename_prefix: mark, description: `of ${mark}`, seed };
  const job = await submit(caller, request({ ...marked, negative: `no ${mark}` }));
  const running = await longJob(caller, mark);
  const batch = await finishedBatch(caller, request(marked));
  const preset = await newPreset(caller, mark);
  const webhook = await newWebhook(caller, mark);
  const delivery = await newDelivery(caller, webhook);
  const collection = await newCollection(caller, mark);
  const dataset = await newDataset(caller, mark, random);
  const upload = await uploadOf(caller, mark, random.below(1000) + 2);
  const conversation = await newConversation(caller, mark);
  const link = await newLink({ caller, upload });
  const training = await stoppedTraining(caller, upload, `${mark}-run`);
  const { body: asset } = await caller.get<{ sha256: string }>(`/api/media/${upload}`);
  const done = await finished(caller, job);
  if (key !== null) await caller.patch(`/api/agents/${agent}/profile`, { bio: mark });
  const media = done.outputs[0]?.path ?? '';
  const victim = await newAgent(admin, mark, random);
  const character = await newCharacter(caller, upload, random);
  const project = await newProject(caller, mark);
  const scene = await newScene({ caller, mark, project });
  const shot = await newShot({ caller, mark, project, scene });
  const { generation, take } = await finishedGeneration({ caller, mark, project, scene, shot });
  const things = {
    agent,
    victim,
    job,
    running,
    batch,
    preset,
    webhook,
    delivery,
    collection,
    conversation,
    link,
    project,
    scene,
    shot,
    dataset,
    generation,
    take,
    training,
    character,
    media,
    upload,
    mark,
    sha256: asset.sha256,
  };
  const secrets = [
    mark,
    job,
    running,
    batch,
    preset,
    webhook,
    delivery,
    collection,
    conversation,
    link,
    project,
    scene,
    shot,
    dataset,
    generation,
    take,
    training,
    media,
    upload,
    asset.sha256,
    String(seed),
  ];
  return { ...things, caller, key, secrets };
}

interface Done {
  readonly status: string;
  readonly outputs: readonly { path: string }[];
}

async function finished(caller: TestCaller, promptId: string): Promise<Done> {
  const job = await caller.finished<Done>(promptId);
  if (job.status !== 'completed') throw new Error(`no picture: ${JSON.stringify(job)}`);
  return job;
}

async function submit(caller: TestCaller, body: Record<string, unknown>): Promise<string> {
  const { status, body: answer } = await caller.post('/api/image/generate', body);
  const promptId = answer['prompt_id'];
  if (status === 200 && typeof promptId === 'string') return promptId;
  throw new Error(`no job: ${status} ${JSON.stringify(answer)}`);
}

/** A batch of one run. */
async function finishedBatch(caller: TestCaller, base: Record<string, unknown>): Promise<string> {
  const { status, body } = await caller.post('/api/batches', { base: { type: 'image', ...base } });
  if (status !== 201) throw new Error(`no batch: ${JSON.stringify(body)}`);
  const id = String(body['id']);
  await eventually(async () => (await caller.get(`/api/batches/${id}`)).body['finished_at']);
  return id;
}

/** A bulk call that made one picture. */
async function finishedGeneration({
  caller,
  mark,
  project,
  shot,
}: StoryOwner & Pick<Owner, 'shot'>): Promise<Pick<Owner, 'generation' | 'take'>> {
  const { workflow, provider, ...fields } = request({ prompt: `${mark} fox` });
  const shots = { kind: 'image', only: 'all', shot_ids: [shot] };
  const path = `/api/projects/${project}`;
  const generation = await createdId(
    caller.post(`${path}/generate`, { ...shots, workflow, provider, fields }),
  );
  const { takes } = await eventually(async () => {
    const { body } = await caller.get<Generation>(`${path}/generations/${generation}`);
    return body.status === 'completed' && body;
  });
  return { generation, take: takes[0]?.id ?? '' };
}

interface Generation {
  readonly status: string;
  readonly takes: readonly { readonly id: string }[];
}

export async function newPreset(caller: TestCaller, mark: string): Promise<string> {
  // A workflow that every key may use.
  const preset = { ...presetOf(mark), workflow: ELSEWHERE };
  const { status, body } = await caller.post('/api/presets', preset);
  if (status !== 201) throw new Error(`no preset: ${JSON.stringify(body)}`);
  return String(body['id']);
}

export const webhookOf = (mark: string): Record<string, unknown> => ({
  url: `http://127.0.0.1:1/${mark}`,
  events: ['job'],
  description: mark,
  enabled: false,
});

export const newWebhook = (caller: TestCaller, mark: string): Promise<string> =>
  createdId(caller.post('/api/webhooks', webhookOf(mark)));

/** A test that nobody received. */
async function newDelivery(caller: TestCaller, webhook: string): Promise<string> {
  const { status, body } = await caller.post(`/api/webhooks/${webhook}/test`);
  if (status !== 200) throw new Error(`no delivery: ${JSON.stringify(body)}`);
  return String(body['id']);
}

export async function newCollection(caller: TestCaller, mark: string): Promise<string> {
  const { status, body } = await caller.post('/api/collections', { name: mark });
  if (status !== 201) throw new Error(`no collection: ${JSON.stringify(body)}`);
  return String(body['id']);
}

async function createdId(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`);
  return String(body['id']);
}

export async function newConversation(caller: TestCaller, mark: string): Promise<string> {
  const { status, body } = await caller.post('/api/agent/chat', { message: `find ${mark}` });
  if (status !== 200) throw new Error(`no conversation: ${JSON.stringify(body)}`);
  return String(body['conversation_id']);
}

export const newLink = ({ caller, upload }: Pick<Owner, 'caller' | 'upload'>): Promise<string> =>
  createdId(caller.post(`/api/media/${upload}/link`, {}));

export const newProject = (caller: TestCaller, mark: string): Promise<string> =>
  createdId(caller.post('/api/projects', { title: mark }));

let scenes = 0;
/** A number that no scene has. */
export const newSceneNumber = (): number => (scenes += 1);

type StoryOwner = Pick<Owner, 'caller' | 'mark' | 'project' | 'scene'>;

export const newScene = ({ caller, mark, project }: Omit<StoryOwner, 'scene'>): Promise<string> =>
  createdId(
    caller.post(`/api/projects/${project}/scenes`, {
      scene_number: newSceneNumber(),
      title: mark,
    }),
  );

export const newShot = ({ caller, mark, project, scene }: StoryOwner): Promise<string> =>
  createdId(
    caller.post(`/api/projects/${project}/scenes/${scene}/shots`, {
      title: mark,
      dialogue: mark,
    }),
  );

export async function newDataset(
  caller: TestCaller,
  mark: string,
  random: SeededRandom,
): Promise<string> {
  const id = `${mark}-${random.below(1_000_000_000)}`;
  const { status, body } = await caller.post('/api/lora-training/datasets', { id, name: mark });
  if (status !== 201) throw new Error(`no dataset: ${JSON.stringify(body)}`);
  return id;
}

/** The file of a checkpoint of the training run. */
export const checkpointOf = ({ training }: OwnedResources): string => `${training}.safetensors`;

/** When the sample of the training run was made. */
export const SAMPLE_TIME = 1_893_456_000_000;

/** A training run of its own dataset. */
export async function stoppedTraining(
  caller: TestCaller,
  picture: string,
  id: string,
): Promise<string> {
  const route = '/api/lora-training';
  await caller.post(`${route}/datasets`, { id, name: id });
  await caller.post(`${route}/datasets/${id}/items`, { paths: [picture] });
  const body = { job_name: id, trigger_word: id, dataset: id };
  const started = await caller.post(`${route}/start`, body);
  if (started.body['ok'] !== true) throw new Error(`no run: ${JSON.stringify(started.body)}`);
  await caller.post(`${route}/jobs/${id}/stop`);
  return id;
}

/** Its pictures are visible to those who can read them only. */
export async function newCharacter(
  caller: TestCaller,
  image: string,
  random: SeededRandom,
): Promise<string> {
  const id = `hero-${random.below(1_000_000_000)}`;
  const { status, body } = await caller.post('/api/characters', characterOf(id, image));
  if (status !== 200) throw new Error(`no character: ${JSON.stringify(body)}`);
  return id;
}

export const characterOf = (id: string, image: string): Record<string, unknown> => ({
  id,
  name: id,
  source_images: [image],
});

export const presetOf = (mark: string): Record<string, unknown> => ({
  name: mark,
  workflow: WORKFLOW,
  values: { prompt: mark },
});

/** A job that runs for minutes, with a workflow that every key may use. */
export const longJob = (caller: TestCaller, mark: string): Promise<string> =>
  submit(
    caller,
    request({ workflow: ELSEWHERE, provider: SLOW, prompt: mark, steps: 4, previews: true }),
  );

export async function uploadOf(caller: TestCaller, mark: string, size: number): Promise<string> {
  const { status, body } = await caller.upload(`${mark}.png`, await uniquePng(size, 3));
  if (status !== 201) throw new Error(`no upload: ${JSON.stringify(body)}`);
  return body.path;
}

/** An account that tests may change and delete. */
export async function newAgent(
  admin: TestCaller,
  mark: string,
  random: SeededRandom,
): Promise<string> {
  const id = `${mark}-${random.below(1_000_000_000)}`;
  const { status, body } = await admin.post('/api/agents', { id, name: mark });
  if (status !== 201) throw new Error(`no agent: ${JSON.stringify(body)}`);
  return id;
}

/** Ids of the same form for resources that never existed. */
export const nothing = (mark: string): OwnedResources => ({
  agent: `${mark}-none`,
  victim: `${mark}-none`,
  job: randomUUID(),
  running: randomUUID(),
  batch: 'bat_AAAAAAAAAAAAAAAA',
  preset: 'pre_AAAAAAAAAAAAAAAA',
  webhook: 'whk_AAAAAAAAAAAAAAAA',
  delivery: 'whd_AAAAAAAAAAAAAAAA',
  collection: 'col_AAAAAAAAAAAAAAAA',
  conversation: 'cnv_AAAAAAAAAAAAAAAA',
  link: 'lnk_AAAAAAAAAAAAAAAA',
  project: 'prj_AAAAAAAAAAAAAAAA',
  scene: 'scn_AAAAAAAAAAAAAAAA',
  shot: 'sht_AAAAAAAAAAAAAAAA',
  dataset: `${mark}-none`,
  generation: 'gen_AAAAAAAAAAAAAAAA',
  take: 'tak_AAAAAAAAAAAAAAAA',
  training: `${mark}-none`,
  character: 'never-existed',
  media: `${mark}-${randomUUID()}-0.png`,
  upload: `${mark}-${randomUUID()}-0.png`,
  sha256: '0'.repeat(64),
  mark,
});
