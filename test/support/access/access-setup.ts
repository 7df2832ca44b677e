import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatorNode } from '../../../src/simulator/simulator-node';
import { ReadConnection } from '../../../src/platform/database/read-connection';
import type { TestCaller } from '../caller';
import { eventually } from '../eventually';
import { newFolder, TestKinora } from '../kinora';
import { png } from '../media-samples';
import type { ScriptedNode } from '../scripted-node';
import { SeededRandom } from '../seeded-random';
import {
  ELEVENLABS_KEY,
  OPENAI_KEY,
  SPEECH_KEYS,
  speechConfig,
  startSpeechServer,
} from '../speech-server';
import { FakeToolkit } from '../../../src/simulator/public/toolkit/fake-toolkit';
import { samplePath, writeCheckpoint } from '../../../src/simulator/public/toolkit/toolkit-files';
import {
  ELSEWHERE,
  FAST,
  checkpointOf,
  SAMPLE_TIME,
  createResources,
  longJob,
  newAgent,
  newMarker,
  type NewOwner,
  nothing,
  type Owner,
  SLOW,
  type OwnedResources,
  uploadOf,
  newCharacter,
  newCollection,
  newConversation,
  newLink,
  newProject,
  newScene,
  newShot,
  newDataset,
  newPreset,
  newWebhook,
  stoppedTraining,
} from './owners';

/** Names of the owners. `elsewhere` is limited to other workflows and characters; `open` has no key, so its resources have no owner. */
export type OwnerName = 'ann' | 'ben' | 'elsewhere' | 'open' | 'root';
type Owners = Readonly<Record<OwnerName, Owner>>;

interface Secrets {
  /** For no caller: internal ids, keys, their hashes, headers for nodes. */
  readonly never: readonly string[];
  /** For admins only: addresses of nodes and folders. */
  readonly install: readonly string[];
}

/** What the service calls. */
interface Servers {
  readonly slow: SimulatorNode;
  readonly speech: ScriptedNode;
  readonly toolkit: FakeToolkit;
}

/** A service with several owners that each have one resource of each kind. */
export class AccessSetup {
  /** Ids of the same form for resources that never existed. */
  readonly nothing: OwnedResources;
  private locked = false;

  private constructor(
    readonly kinora: TestKinora,
    private readonly servers: Servers,
    readonly owners: Owners,
    /** Invalid keys. */
    readonly dead: Readonly<Record<'unknown' | 'revoked' | 'deleted', string>>,
    readonly secrets: Secrets,
    private readonly random: SeededRandom,
  ) {
    this.nothing = nothing(newMarker(random));
  }

  static async start(): Promise<AccessSetup> {
    const random = SeededRandom.for('access');
    // Two steps make a preview; then its jobs wait.
    const slow = await SimulatorNode.start({ stepMs: 0 });
    slow.faults.set({ steps_allowed: 2 });
    const speech = await startSpeechServer();
    const folder = newFolder();
    const toolkit = await FakeToolkit.start(folder);
    const servers = { slow, speech, toolkit };
    const kinora = await TestKinora.start(settings({ locked: false, ...servers }), folder);
    kinora.setVariables(SPEECH_KEYS);
    await Promise.all([kinora.online(FAST), kinora.online(SLOW)]);
    const owners = await people(kinora, random);
    await forgetJobs(toolkit);
    for (const owner of Object.values(owners)) {
      const output = join(folder, 'output', owner.training);
      mkdirSync(output, { recursive: true });
      writeCheckpoint(join(output, checkpointOf(owner)), 1);
      writeFileSync(samplePath(output, 0, 0, SAMPLE_TIME), 'no picture');
    }
    const dead = await deadKeys(kinora, owners.root.caller);
    const { ids, hashes, addresses } = await insides(kinora, owners.root.caller);
    const keys = Object.values(owners).flatMap(({ key }) => key ?? []);
    const never = [
      NODE_TOKEN,
      ELEVENLABS_KEY,
      OPENAI_KEY,
      ...ids,
      ...hashes,
      ...keys,
      ...Object.values(dead),
    ];
    const install = [...addresses, new URL(speech.url).host, new URL(toolkit.url).host];
    const secrets = { never, install };
    return new AccessSetup(kinora, servers, owners, dead, secrets, random);
  }

  /** Sets whether keys are required, from the next request on. */
  require(locked: boolean): void {
    this.locked = locked;
    this.kinora.configure(settings({ locked, ...this.servers }));
  }

  /** The owner's resources, with a new one of the kind that a request will use up. */
  async fresh(owner: Owner, kind: keyof OwnedResources): Promise<OwnedResources> {
    const { locked } = this;
    if (owner.key !== null) return { ...owner, [kind]: await this.makeOne(owner, kind) };
    // Without a key nothing can be created while keys are required.
    this.require(false);
    const made = await this.makeOne(owner, kind);
    this.require(locked);
    return { ...owner, [kind]: made };
  }

  private async makeOne(owner: Owner, kind: keyof OwnedResources): Promise<string> {
    const { caller, mark, upload } = owner;
    const makers: { readonly [Kind in keyof OwnedResources]?: () => Promise<string> } = {
      project: () => newProject(caller, mark),
      scene: () => newScene(owner),
      shot: () => newShot(owner),
      collection: () => newCollection(caller, mark),
      conversation: () => newConversation(caller, mark),
      link: () => newLink(owner),
      upload: () => uploadOf(caller, 'fresh', 4),
      preset: () => newPreset(caller, mark),
      webhook: () => newWebhook(caller, mark),
      dataset: () => newDataset(caller, mark, this.random),
      training: () =>
        stoppedTraining(caller, upload, `${mark}-${this.random.below(1_000_000_000)}`),
      character: () => newCharacter(caller, upload, this.random),
      running: () => longJob(caller, mark),
      victim: () => newAgent(this.owners.root.caller, mark, this.random),
    };
    const make = makers[kind];
    if (!make) throw new Error(`can't create another ${kind}`);
    return make();
  }

  async close(): Promise<void> {
    await this.kinora.close();
    await this.servers.slow.stop();
    await this.servers.speech.stop();
    await this.servers.toolkit.stop();
  }
}

/** A file in a node's own folder. */
const NODE_FILE = 'zqfile-in-a-folder-of-the-node.png';
const NODE_TOKEN = 'zqheader-for-the-node-that-is-away';
/** An address where nothing listens. */
const AWAY = '127.0.0.1:9';

const settings = ({ locked, slow, speech, toolkit }: Servers & { readonly locked: boolean }) => ({
  speech: speechConfig(speech.url),
  security: { require_api_key: locked },
  webhooks: { allow_private: true },
  // The folder of the configuration.
  training: { root: '.', base_url: toolkit.url, max_runs_per_owner: 1000 },
  providers: [
    { id: FAST, kind: 'simulator', step_ms: 0 },
    { id: SLOW, kind: 'comfyui', base_url: slow.url },
    { id: 'away', base_url: `http://${AWAY}/zqhidden`, headers: { 'X-Token': NODE_TOKEN } },
  ],
});

async function people(kinora: TestKinora, random: SeededRandom): Promise<Owners> {
  const newcomer = async (scope: Record<string, unknown> = {}): Promise<NewOwner> => {
    const mark = newMarker(random);
    const agent = `${mark}-agent`;
    const caller = await kinora.agent(agent, { name: mark, ...scope });
    return { caller, key: caller.key, agent, mark, admin: kinora.as(null) };
  };
  // The first owner's long job runs on the slow node.
  const ann = await createResources(await newcomer(), random);
  await eventually(async () => {
    const { status } = await ann.caller.get(`/api/jobs/${ann.running}/preview`);
    return status === 200;
  });
  const another = async (scope = {}) => createResources(await newcomer(scope), random);
  const [ben, elsewhere, root] = await Promise.all([
    ...([another(), another(), another({ is_admin: true })] as const),
  ]);
  const caller = kinora.as(null);
  await caller.patch(`/api/agents/${elsewhere.agent}`, {
    allowed_workflows: [ELSEWHERE],
    allowed_characters: ['nobody'],
  });
  // Without a key there is no account, so requests for an agent use the admin's.
  const keyless = { caller, key: null, agent: root.agent, mark: newMarker(random), admin: caller };
  return { ann, ben, elsewhere, root, open: await createResources(keyless, random) };
}

async function deadKeys(kinora: TestKinora, admin: TestCaller) {
  const revoked = await kinora.agent('revoked', {}, admin);
  await admin.patch('/api/agents/revoked', { enabled: false });
  const deleted = await kinora.agent('deleted', {}, admin);
  await admin.delete('/api/agents/deleted');
  return { unknown: `kin_${'u'.repeat(43)}`, revoked: revoked.key, deleted: deleted.key };
}

/** Internal values of the service. */
async function insides(kinora: TestKinora, admin: TestCaller) {
  const accounts: { owner_id: string; key_hash: string | null }[] = await kinora.app
    .get(ReadConnection, { strict: false })
    .manager.query('SELECT owner_id, key_hash FROM agents');
  const { body } = await admin.get<{ items: { id: string; base_url: string }[] }>('/api/providers');
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await png(4, 4))]), NODE_FILE);
  const node = body.items.find(({ id }) => id === FAST)?.base_url ?? '';
  await fetch(`${node}/upload/image`, { method: 'POST', body: form });
  return {
    ids: accounts.map(({ owner_id }) => owner_id),
    hashes: accounts.flatMap(({ key_hash }) => key_hash ?? []),
    addresses: [
      ...body.items.map(({ base_url }) => new URL(base_url).host),
      ...[kinora.folder, 'zqhidden', NODE_FILE],
    ],
  };
}

/** Deletes all jobs of the toolkit, so that no run can be continued, however long ago it was stopped. */
async function forgetJobs({ url }: FakeToolkit): Promise<void> {
  const { jobs } = (await (await fetch(`${url}/api/jobs`)).json()) as { jobs: { id: string }[] };
  for (const { id } of jobs) {
    const { status } = await fetch(`${url}/api/jobs/${id}/delete`);
    if (status !== 200) throw new Error(`the toolkit didn't delete ${id}: ${status}`);
  }
}
