import { ReadSource } from '../../../src/platform/database/read-source';
import type { TestCaller } from '../caller';
import { eventually } from '../eventually';
import { TestKinora } from '../kinora';
import { png } from '../media-samples';
import { SeededRandom } from '../seeded-random';
import {
  ELSEWHERE,
  FAST,
  furnish,
  longJob,
  newAgent,
  newMark,
  type Newcomer,
  nothing,
  type Owner,
  SLOW,
  type Things,
  uploadOf,
} from './owners';

/** Those who have things. `elsewhere` may use other workflows and characters; `open` had no key: nobody owns its things. */
export type OwnerName = 'ann' | 'ben' | 'elsewhere' | 'open' | 'root';
type Owners = Readonly<Record<OwnerName, Owner>>;

interface Secrets {
  /** For nobody to read: internal ids, keys, their hashes, headers for nodes. */
  readonly never: readonly string[];
  /** For admins only: where nodes and files are. */
  readonly install: readonly string[];
}

/** A service in which several people have one of everything. */
export class AccessWorld {
  /** Ids of the same form, of things that never were. */
  readonly nothing: Things;
  private locked = false;

  private constructor(
    readonly kinora: TestKinora,
    readonly owners: Owners,
    /** Keys of nobody, or of nobody any more. */
    readonly dead: Readonly<Record<'unknown' | 'revoked' | 'deleted', string>>,
    readonly secrets: Secrets,
    private readonly random: SeededRandom,
  ) {
    this.nothing = nothing(newMark(random));
  }

  static async start(): Promise<AccessWorld> {
    const random = SeededRandom.for('access');
    const kinora = await TestKinora.start(settings({ locked: false }));
    await Promise.all([kinora.online(FAST), kinora.online(SLOW)]);
    const owners = await people(kinora, random);
    const dead = await deadKeys(kinora, owners.root.caller);
    const { ids, hashes, addresses } = await insides(kinora, owners.root.caller);
    const keys = Object.values(owners).flatMap(({ key }) => key ?? []);
    const never = [NODE_TOKEN, ...ids, ...hashes, ...keys, ...Object.values(dead)];
    const secrets = { never, install: addresses };
    return new AccessWorld(kinora, owners, dead, secrets, random);
  }

  /** Whether a key is required, from the next request on. */
  require(locked: boolean): void {
    this.locked = locked;
    this.kinora.configure(settings({ locked }));
  }

  /** The same, with a new one of those that a request is about to use up. */
  async fresh(owner: Owner, kind: keyof Things): Promise<Things> {
    const { locked } = this;
    if (owner.key !== null) return { ...owner, [kind]: await this.makeOne(owner, kind) };
    // Without a key nothing can be made while one is required.
    this.require(false);
    const made = await this.makeOne(owner, kind);
    this.require(locked);
    return { ...owner, [kind]: made };
  }

  private async makeOne({ caller, mark }: Owner, kind: keyof Things): Promise<string> {
    if (kind === 'upload') return uploadOf(caller, mark, 4);
    if (kind === 'running') return longJob(caller, mark);
    if (kind === 'victim') return newAgent(this.owners.root.caller, mark, this.random);
    throw new Error(`nobody knows how to make another ${kind}`);
  }

  async close(): Promise<void> {
    await this.kinora.close();
  }
}

/** Somebody put it into a node's own folder. */
const NODE_FILE = 'zqfile-in-a-folder-of-the-node.png';
const NODE_TOKEN = 'zqheader-for-the-node-that-is-away';
/** Nothing listens there. */
const AWAY = '127.0.0.1:9';

const settings = ({ locked }: { locked: boolean }) => ({
  security: { require_api_key: locked },
  providers: [
    { id: FAST, kind: 'simulator', step_ms: 0 },
    { id: SLOW, kind: 'simulator', step_ms: 100 },
    { id: 'away', base_url: `http://${AWAY}/zqhidden`, headers: { 'X-Token': NODE_TOKEN } },
  ],
});

async function people(kinora: TestKinora, random: SeededRandom): Promise<Owners> {
  const newcomer = async (scope: Record<string, unknown> = {}): Promise<Newcomer> => {
    const mark = newMark(random);
    const agent = `${mark}-agent`;
    const caller = await kinora.agent(agent, { name: mark, ...scope });
    return { caller, key: caller.key, agent, mark, admin: kinora.as(null) };
  };
  // Whoever comes first has the slow node.
  const ann = await furnish(await newcomer(), random);
  await eventually(async () => {
    const { status } = await ann.caller.get(`/api/jobs/${ann.running}/preview`);
    return status === 200;
  });
  const another = async (scope = {}) => furnish(await newcomer(scope), random);
  const [ben, elsewhere, root] = await Promise.all([
    ...([another(), another(), another({ is_admin: true })] as const),
  ]);
  const caller = kinora.as(null);
  await caller.patch(`/api/agents/${elsewhere.agent}`, {
    ...{ allowed_workflows: [ELSEWHERE], allowed_characters: ['nobody'] },
  });
  // Who has no key has no account: what is asked for is an admin's.
  const nobody = { caller, key: null, agent: root.agent, mark: newMark(random), admin: caller };
  return { ann, ben, elsewhere, root, open: await furnish(nobody, random) };
}

async function deadKeys(kinora: TestKinora, admin: TestCaller) {
  const revoked = await kinora.agent('revoked', {}, admin);
  await admin.patch('/api/agents/revoked', { enabled: false });
  const deleted = await kinora.agent('deleted', {}, admin);
  await admin.delete('/api/agents/deleted');
  return { unknown: `kin_${'x'.repeat(43)}`, revoked: revoked.key, deleted: deleted.key };
}

/** What the service knows and callers needn't. */
async function insides(kinora: TestKinora, admin: TestCaller) {
  const accounts: { owner_id: string; key_hash: string | null }[] = await kinora.app
    .get(ReadSource, { strict: false })
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
