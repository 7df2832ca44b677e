import type { NodeEvent } from '../../src/modules/providers/public/node-events';
import { NodeEvents } from '../../src/modules/providers/public/node-events';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import { JobQueue, type StagedInput, type Verdict } from '../../src/modules/jobs/public/job-queue';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { eventually } from './eventually';
import { type JobRecord, type TestConfig, TestKinora } from './kinora';
import { FaultyProxy } from './faulty-proxy';
import type { NodeUnderTest } from './node-under-test';

/** Polls often, so that tests don't wait for lookups. */
const JOBS = { poll_interval_ms: 100, lost_grace_ms: 400 };

/** A job record with the fields of these tests. */
export interface NodeJobRecord extends JobRecord {
  readonly progress: {
    readonly fraction: number;
    readonly node: string | null;
    readonly step: number | null;
    readonly steps: number | null;
  } | null;
  readonly outputs: readonly (JobRecord['outputs'][number] & {
    readonly filename: string;
    readonly text?: string;
  })[];
}

type PromptEvent = Extract<NodeEvent, { promptId: string }>;

/** The whole service behind a proxy to the node, for one suite. */
export class NodeService {
  private kinora: TestKinora | undefined;
  private faultyProxy: FaultyProxy | undefined;
  /** Events of the node's sockets since the start. */
  readonly events: NodeEvent[] = [];

  constructor(
    private readonly node: NodeUnderTest,
    jobs: TestConfig = JOBS,
  ) {
    beforeAll(async () => {
      this.faultyProxy = await FaultyProxy.before(node.url);
      this.kinora = await TestKinora.start({
        providers: [{ id: 'node', kind: 'comfyui', base_url: this.faultyProxy.url }],
        jobs,
      });
      await this.listen();
    });
    afterAll(async () => {
      await this.kinora?.close();
      await this.faultyProxy?.stop();
    });
  }

  get http(): TestKinora {
    return present(this.kinora);
  }

  get proxy(): FaultyProxy {
    return present(this.faultyProxy);
  }

  /** Restarts the service on the same data. */
  async restart(): Promise<void> {
    await this.http.stop();
    this.kinora = await this.http.restart();
    await this.listen();
  }

  private async listen(): Promise<void> {
    this.events.length = 0;
    this.http.app.get(NodeEvents).stream.subscribe((event) => this.events.push(event));
    await this.connected();
  }

  /** Resolves when the node is online and its socket open. */
  async connected(): Promise<void> {
    await this.http.online('node');
    await eventually(async () => this.sockets.at(-1)?.kind === 'connected');
  }

  /** Sockets that opened and closed, in order. */
  get sockets() {
    return this.events.filter(({ kind }) => kind === 'connected' || kind === 'disconnected');
  }

  /** Events of a prompt. */
  eventsOf(promptId: string): PromptEvent[] {
    return this.events.filter(
      (event): event is PromptEvent => 'promptId' in event && event.promptId === promptId,
    );
  }

  /** Enqueues a job of any graph, as generation does. @returns its prompt id */
  async enqueue(
    graphOf: (prefix: string) => ComfyGraph,
    inputs: readonly StagedInput[] = [],
  ): Promise<string> {
    const promptId = this.node.promptId();
    const graph = graphOf(`kinora/${promptId}/out`);
    this.node.requireClasses(graph);
    await this.http.app.get(JobQueue).enqueue(UNRESTRICTED, {
      promptId,
      kind: 'image',
      workflow: 'free',
      runClass: '',
      mode: 't2i',
      provider: 'node',
      providerAuto: false,
      graph,
      inputs,
      namePrefix: 'free',
      labels: { prompt: '', project: null, characters: [], description: '' },
      request: { workflow: 'free', previews: true },
      provenance: { models: [], loras: [], settings: {} },
    });
    return promptId;
  }

  verdict(promptId: string): Promise<Verdict> {
    return this.http.app.get(JobQueue).verdict(UNRESTRICTED, promptId);
  }

  async job(promptId: string): Promise<NodeJobRecord> {
    return (await this.http.get<NodeJobRecord>(`/api/jobs/${promptId}`)).body;
  }

  finished(promptId: string): Promise<NodeJobRecord> {
    return this.http.finished<NodeJobRecord>(promptId);
  }

  async run(
    graphOf: (prefix: string) => ComfyGraph,
    inputs: readonly StagedInput[] = [],
  ): Promise<NodeJobRecord> {
    return this.finished(await this.enqueue(graphOf, inputs));
  }

  /** Resolves when the job record has the state. */
  async until(promptId: string, when: (job: NodeJobRecord) => boolean): Promise<NodeJobRecord> {
    return eventually(async () => {
      const job = await this.job(promptId);
      return when(job) && job;
    });
  }

  running(promptId: string): Promise<NodeJobRecord> {
    return this.until(promptId, ({ status }) => status === 'running');
  }

  cancel(promptId: string) {
    return this.http.post<NodeJobRecord>(`/api/jobs/${promptId}/cancel`);
  }

  /** The content of one of our media files. */
  async file(output: { readonly url: string } | undefined): Promise<Buffer> {
    const response = await fetch(this.http.url + String(output?.url));
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Paths of a job's media files. */
  async media(promptId: string): Promise<string[]> {
    const { body } = await this.http.get<{ items: { path: string }[] }>(
      `/api/media?prompt_id=${promptId}`,
    );
    return body.items.map(({ path }) => path);
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('use it inside a test: beforeAll starts it');
  return value;
}
