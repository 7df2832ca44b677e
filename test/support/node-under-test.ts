import { randomInt, randomUUID } from 'node:crypto';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from './eventually';

/** A node to test: a running one, or a simulator. */
interface Target {
  readonly name: string;
  readonly start: () => Promise<{ readonly url: string; stop(): Promise<void> }>;
}

const SIMULATED_VERSIONS = ['0.33.0', '0.3.64'];
/** Long enough to see a job while it runs. */
const STEP_MS = 5;

/** Sampling on the CPU of a busy machine is slow. */
const TIMEOUT_MS = 300_000;

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
 * Runs the suite on each node under test: the otherwise idle ComfyUI at KINORA_TEST_NODE, or else a simulator of each
 * version.
 */
export function describeNodes(title: string, suite: (node: NodeUnderTest) => void): void {
  for (const target of targets()) {
    describe(`${target.name}: ${title}`, () => {
      jest.setTimeout(TIMEOUT_MS);
      const node = new NodeUnderTest();
      let stop: () => Promise<void>;
      beforeAll(async () => {
        const running = await target.start();
        stop = () => running.stop();
        await node.connect(running.url);
      });
      afterEach(() => node.removePrompts());
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

/** An entry of `GET /history/{id}`. */
export interface HistoryEntry {
  readonly prompt: readonly [number, string, ComfyGraph, object, string[]];
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown[]>>>>;
  readonly status: { readonly status_str: string; readonly messages: readonly unknown[] };
}

/** A direct client of the node, which bypasses the service. */
export class NodeUnderTest {
  private readonly ids = new Set<string>();
  url = '';
  version = '';
  /** A checkpoint to sample with; `null` when the node has none. */
  checkpoint: string | null = null;
  /** LoRAs that fit the checkpoint come first. */
  loras: readonly string[] = [];
  private classes: ReadonlySet<string> = new Set();

  async connect(url: string): Promise<void> {
    this.url = url;
    this.version = (await this.get<SystemStats>('/system_stats')).system.comfyui_version;
    this.classes = new Set(Object.keys(await this.get<object>('/object_info')));
    const [checkpoint = null] = preferredFirst(await this.get('/models/checkpoints'));
    this.checkpoint = checkpoint;
    const loras = await this.get<readonly string[]>('/models/loras');
    this.loras = preferredFirst(loras.filter((name) => !isPlaced(name)));
    const { queue_running, queue_pending } = await this.get<Queue>('/queue');
    if (queue_running.length + queue_pending.length > 0) {
      throw new Error(`the node at ${url} is busy, and these tests need it for themselves`);
    }
  }

  /** A prompt id that {@link removePrompts} cancels after the test. */
  promptId(): string {
    const id = randomUUID();
    this.ids.add(id);
    return id;
  }

  get isSimulated(): boolean {
    return !process.env['KINORA_TEST_NODE'];
  }

  /** Throws an error that names the classes of a graph that the node lacks. */
  requireClasses(graph: ComfyGraph): void {
    const needed = Object.values(graph).map(({ class_type }) => class_type);
    const missing = [...new Set(needed)].filter((name) => !this.classes.has(name));
    if (missing.length > 0)
      throw new Error(
        `ComfyUI ${this.version} at ${this.url} lacks ${missing.join(', ')}, which this test needs: enable or install the nodes that have it.`,
      );
  }

  /** Does the node offer a class, and a choice of it? */
  async has(nodeClass: string, choice = nodeClass): Promise<boolean> {
    const info = await this.get<object>(`/object_info/${nodeClass}`);
    return JSON.stringify(info).includes(`"${choice}"`);
  }

  /** Does the node know `preview_method` per prompt? 0.3.64 doesn't. */
  get hasPreviews(): boolean {
    const [major = 0, minor = 0] = this.version.split('.').map(Number);
    return major > 0 || minor > 3;
  }

  async removePrompts(): Promise<void> {
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

  /** Resolves when the prompt is running. */
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
    const history = await this.get<Record<string, HistoryEntry>>(`/history/${promptId}`);
    return history[promptId];
  }

  /** Submits a graph as another client. */
  async prompt(promptId: string, graph: ComfyGraph): Promise<void> {
    this.requireClasses(graph);
    await this.post('/prompt', { prompt: graph, prompt_id: promptId });
  }

  /** Writes a line about this node to the test output. */
  log(message: string): void {
    process.stderr.write(`ComfyUI ${this.version} at ${this.url}: ${message}\n`);
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

/** Small models first, which are fast. */
function preferredFirst(names: readonly string[]): readonly string[] {
  const isSmall = (name: string): boolean => /random_small|v1-5|sd-?15/i.test(name);
  return [...names.filter(isSmall), ...names.filter((name) => !isSmall(name))];
}

/**
 * LoRA files that `test:workflows --models` puts onto a node, which are empty or for another model: nothing can be
 * sampled with them.
 */
const isPlaced = (name: string): boolean =>
  /(^|[\\/])(kinora-test-\d|ltx-2\.3-22b-distilled-lora-384)\.safetensors$/.test(name);

/** A new seed, so that the node can't answer from its cache. */
export const newSeed = (): number => randomInt(2 ** 40);

/**
 * A test that needs a checkpoint. On a node without one it is reported as not run, and fails when
 * `KINORA_REQUIRE_ENGINES` is set.
 */
export function itWithCheckpoint(
  node: NodeUnderTest,
  title: string,
  test: (checkpoint: string) => Promise<void>,
): void {
  it(title, async () => {
    if (node.checkpoint === null)
      reportNotRun(title, 'a checkpoint on the node (models/checkpoints)');
    else await test(node.checkpoint);
  });
}

/** A test that needs LoRAs, too. On a node with only one it gets that one twice. */
export function itWithLoras(
  node: NodeUnderTest,
  title: string,
  test: (checkpoint: string, loras: readonly [string, string]) => Promise<void>,
): void {
  itWithCheckpoint(node, title, async (checkpoint) => {
    const [first, second = first] = node.loras;
    if (first === undefined || second === undefined)
      reportNotRun(title, 'a LoRA on the node (models/loras)');
    else await test(checkpoint, [first, second]);
  });
}

/** Reports a test as not run, or fails when `KINORA_REQUIRE_ENGINES` is set. */
export function reportNotRun(title: string, need: string): void {
  const notice = `TEST NOT RUN: ${title} needs ${need}`;
  if (process.env['KINORA_REQUIRE_ENGINES']) throw new Error(notice);
  process.stderr.write(`${notice}\n`);
}
