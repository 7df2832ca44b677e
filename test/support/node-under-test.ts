import { randomInt, randomUUID } from 'node:crypto';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from './eventually';

/** Where a node comes from: one that runs already, or a simulator of our own. */
interface Target {
  readonly name: string;
  readonly start: () => Promise<{ readonly url: string; stop(): Promise<void> }>;
}

const SIMULATED_VERSIONS = ['0.33.0', '0.3.64'];
/** Long enough for a job to be met while it runs, and no longer. */
const STEP_MS = 5;

/** A model on the processor of a busy machine takes its time. */
const PATIENCE_MS = 300_000;

function targets(): readonly Target[] {
  const url = process.env['KINORA_TEST_NODE']?.replace(/\/+$/, '');
  if (url) {
    const running = { url, stop: () => Promise.resolve() };
    return [{ name: `the node at ${url}`, start: () => Promise.resolve(running) }];
  }
  return SIMULATED_VERSIONS.map((version) => ({
    name: `simulator ${version}`,
    start: () => SimulatorNode.start({ version, stepMs: STEP_MS }),
  }));
}

/**
 * The same suite for each node under test: the ComfyUI that KINORA_TEST_NODE names, which must have nothing else to do
 * meanwhile; without it simulators of both kinds of version.
 */
export function describeNodes(title: string, suite: (node: NodeUnderTest) => void): void {
  for (const target of targets()) {
    describe(`${target.name}: ${title}`, () => {
      jest.setTimeout(PATIENCE_MS);
      const node = new NodeUnderTest();
      let stop: () => Promise<void>;
      beforeAll(async () => {
        const running = await target.start();
        stop = () => running.stop();
        await node.meet(running.url);
      });
      afterEach(() => node.takeOff());
      afterAll(() => stop());
      suite(node);
    });
  }
}

interface SystemStats {
  readonly system: { readonly comfyui_version: string };
}

interface Queue {
  readonly queue_running: readonly (readonly unknown[])[];
  readonly queue_pending: readonly (readonly unknown[])[];
}

/** As `GET /history/{id}` tells of it. */
export interface HistoryEntry {
  readonly prompt: readonly [number, string, ComfyGraph, object, string[]];
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown[]>>>>;
  readonly status: { readonly status_str: string; readonly messages: readonly unknown[] };
}

/** A node as somebody sees it who speaks to it directly, past our service. */
export class NodeUnderTest {
  private readonly ids = new Set<string>();
  url = '';
  version = '';
  /** A checkpoint that can make a picture of it, `null` when the node has none at all. */
  checkpoint: string | null = null;
  /** Those first that go with the checkpoint. */
  loras: readonly string[] = [];

  async meet(url: string): Promise<void> {
    this.url = url;
    this.version = (await this.get<SystemStats>('/system_stats')).system.comfyui_version;
    const [checkpoint = null] = preferredFirst(await this.get('/models/checkpoints'));
    this.checkpoint = checkpoint;
    const loras = await this.get<readonly string[]>('/models/loras');
    this.loras = preferredFirst(loras.filter((name) => !isPlaced(name)));
    const { queue_running, queue_pending } = await this.get<Queue>('/queue');
    if (queue_running.length + queue_pending.length > 0) {
      throw new Error(`the node at ${url} is busy, and these tests need it for themselves`);
    }
  }

  /** A prompt id that {@link takeOff} takes off the node, should a test leave it there. */
  promptId(): string {
    const id = randomUUID();
    this.ids.add(id);
    return id;
  }

  get isSimulated(): boolean {
    return !process.env['KINORA_TEST_NODE'];
  }

  /** Does the node offer a class, and a choice of it? */
  async has(nodeClass: string, choice = nodeClass): Promise<boolean> {
    const info = await this.get<object>(`/object_info/${nodeClass}`);
    return JSON.stringify(info).includes(`"${choice}"`);
  }

  /** Whether sampler pictures can be asked for with a prompt: 0.3.64 can't yet. */
  get hasPreviews(): boolean {
    const [major = 0, minor = 0] = this.version.split('.').map(Number);
    return major > 0 || minor > 3;
  }

  async takeOff(): Promise<void> {
    const ids = [...this.ids];
    this.ids.clear();
    if (ids.length === 0) return;
    await this.post('/queue', { delete: ids });
    for (const prompt_id of ids) await this.post('/interrupt', { prompt_id });
    await this.idle();
  }

  /** Resolves when the node has nothing to do. */
  async idle(): Promise<void> {
    await eventually(async () => (await this.remaining()) === 0);
  }

  /** Resolves when the node works on the prompt. */
  async running(promptId: string): Promise<void> {
    await eventually(async () => (await this.queue()).running.includes(promptId));
  }

  async remaining(): Promise<number> {
    const { running, pending } = await this.queue();
    return running.length + pending.length;
  }

  async queue(): Promise<{ readonly running: string[]; readonly pending: string[] }> {
    const { queue_running, queue_pending } = await this.get<Queue>('/queue');
    const ids = (items: Queue['queue_running']): string[] => items.map(([, id]) => String(id));
    return { running: ids(queue_running), pending: ids(queue_pending) };
  }

  async history(promptId: string): Promise<HistoryEntry | undefined> {
    const found = await this.get<Record<string, HistoryEntry>>(`/history/${promptId}`);
    return found[promptId];
  }

  /** Hands a graph over as another client would. */
  async prompt(promptId: string, graph: ComfyGraph): Promise<void> {
    await this.post('/prompt', { prompt: graph, prompt_id: promptId });
  }

  /** Says something of this node in the suite's output. */
  tell(words: string): void {
    process.stderr.write(`ComfyUI ${this.version} at ${this.url}: ${words}\n`);
  }

  async get<T>(path: string): Promise<T> {
    const response = await fetch(this.url + path);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return (await response.json()) as T;
  }

  async post(path: string, body: unknown): Promise<void> {
    const response = await fetch(this.url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  }
}

/** Small ones first: the suite is about the node, not about the picture. */
function preferredFirst(names: readonly string[]): readonly string[] {
  const isSmall = (name: string): boolean => /random_small|v1-5|sd-?15/i.test(name);
  return [...names.filter(isSmall), ...names.filter((name) => !isSmall(name))];
}

/**
 * The two that `test:workflows --models` puts onto a node, and those that shipped workflows name: for another model, or
 * empty files that it put there, too. No picture can be made with them.
 */
const isPlaced = (name: string): boolean =>
  /(^|[\\/])(kinora-test-\d|ltx-2\.3-22b-distilled-lora-384)\.safetensors$/.test(name);

/** A seed that no earlier run of the suite has used: nodes answer from their cache what they made before. */
export const newSeed = (): number => randomInt(2 ** 40);

/**
 * A test that needs a checkpoint. On a node that has none it says so by name instead of being silent, and fails when
 * `KINORA_REQUIRE_ENGINES` is set.
 */
export function itPaints(
  node: NodeUnderTest,
  title: string,
  test: (checkpoint: string) => Promise<void>,
): void {
  it(title, async () => {
    if (node.checkpoint === null) notRun(title, 'a checkpoint on the node (models/checkpoints)');
    else await test(node.checkpoint);
  });
}

/** A test that needs a LoRA, too. The second one is the first again on a node that has only one. */
export function itStyles(
  node: NodeUnderTest,
  title: string,
  test: (checkpoint: string, loras: readonly [string, string]) => Promise<void>,
): void {
  itPaints(node, title, async (checkpoint) => {
    const [first, second = first] = node.loras;
    if (first === undefined || second === undefined)
      notRun(title, 'a LoRA on the node (models/loras)');
    else await test(checkpoint, [first, second]);
  });
}

/** Says by name what wasn't tried, and fails when `KINORA_REQUIRE_ENGINES` is set. */
export function notRun(title: string, need: string): void {
  const notice = `TEST NOT RUN: ${title} needs ${need}`;
  if (process.env['KINORA_REQUIRE_ENGINES']) throw new Error(notice);
  process.stderr.write(`${notice}\n`);
}
