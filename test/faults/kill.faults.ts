import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { Program } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';
import { waitUntil } from '../support/wait-until';

/** Few jobs in `npm test`, all in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const JOBS = FULL ? 200 : 18;
const KILLS = FULL ? 10 : 3;
const NODES = 3;
/** Runs of the batch on each node. */
const RUNS_PER_NODE = FULL ? 67 : 4;
const ALL_JOBS = JOBS + NODES * RUNS_PER_NODE;
/** At most. All kills come before half of the prompts. */
const PROMPTS_BETWEEN_KILLS = Math.floor(ALL_JOBS / (2 * KILLS));
const MAX_DELAY_MS = 150;

interface Job {
  prompt_id: string;
  status: string;
  attempts: number;
  finished_at: string | null;
  error: { code: string; message: string } | null;
  outputs: { path: string }[];
}
interface ChildPage {
  items: { prompt_id: string }[];
  next_cursor: string | null;
}

describe('a service that is killed at random instants, on nodes that restart', () => {
  const random = SeededRandom.for('kill test');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-kill-'));
  const nodes: SimulatorNode[] = [];
  let over = false;
  let service: Program;

  /** Repeats the request until it is answered; the idempotency key makes a repeat harmless. */
  const send = async <T>(path: string, key: string, sent: object): Promise<T> => {
    for (;;) {
      try {
        const response = await fetch(service.url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify(sent),
        });
        const body = (await response.json()) as T;
        if (response.ok) return body;
        throw new Error(`submit ${key}: ${response.status} ${JSON.stringify(body)}`);
      } catch (error) {
        if (over || (error instanceof Error && error.message.startsWith('submit'))) throw error;
        await sleep(50);
      }
    }
  };

  const SMALL = { workflow: 'sd15-t2i', width: 64, height: 64 };
  const submit = async (n: number): Promise<string> => {
    const provider = `node-${n % NODES}`;
    const request = { ...SMALL, provider, prompt: `job ${n}`, steps: 2 + (n % 5), seed: n };
    const { prompt_id } = await send<Job>('/api/image/generate', `job-${n}`, request);
    return prompt_id;
  };
  const submitBatch = async (): Promise<string> => {
    const provider = { param: 'provider', values: nodes.map((_, n) => `node-${n}`) };
    const base = { ...SMALL, type: 'image', prompt: 'a batch', steps: 2, seed: 100_000 };
    const batch = { base, axes: [provider], count: RUNS_PER_NODE };
    return (await send<{ id: string }>('/api/batches', 'batch', batch)).id;
  };

  const read = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>;

  const acceptedByNodes = (): number => nodes.reduce((sum, { runs }) => sum + runs.size, 0);

  /** @returns the prompts that it had accepted before */
  const restartNode = async (node: SimulatorNode): Promise<ReadonlySet<string>> => {
    await node.restart(200);
    return new Set(node.runs.keys());
  };

  /** A node runs a job once, and at most once more for each restart while it had the job. */
  const expectRunOnce = (
    { runs }: SimulatorNode,
    jobs: readonly Job[],
    beforeRestart: ReadonlySet<string>,
  ): void => {
    for (const { prompt_id } of jobs) {
      const run = runs.get(prompt_id);
      if (!run) continue;
      expect(run.succeeded).toBeGreaterThanOrEqual(1);
      expect(run.accepted).toBeLessThanOrEqual(beforeRestart.has(prompt_id) ? 2 : 1);
    }
  };

  /** Every job is completed; every output is in the catalogue and on disk exactly once. */
  const catalogued = async (jobs: readonly Job[], ids: readonly string[]): Promise<void> => {
    expect(jobs.map((job) => job.prompt_id).sort()).toEqual([...ids].sort());
    const wrong = jobs.filter((job) => job.status !== 'completed' || job.outputs.length !== 1);
    expect(wrong).toEqual([]);

    const media = await read<{ total: number }>(`${service.url}/api/media?limit=1&with_total=true`);
    expect(media.total).toBe(ALL_JOBS);
    const paths = new Set(jobs.map((job) => job.outputs[0]?.path));
    expect(paths.size).toBe(ALL_JOBS);
    expect(filesNamed(join(folder, 'data'), '.png').sort()).toEqual([...paths].sort());
  };

  const everyJob = async (): Promise<Job[]> => {
    const jobs: Job[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: { items: Job[]; next_cursor: string | null } = await read(
        `${service.url}/api/jobs?limit=200${after}`,
      );
      jobs.push(...page.items);
      cursor = page.next_cursor;
    }
    return jobs;
  };

  const batchEnded = async (id: string): Promise<void> => {
    const { status } = await read<{ status: string }>(`${service.url}/api/batches/${id}`);
    if (status === 'completed') return;
    await sleep(200);
    await batchEnded(id);
  };
  const runsOf = async (id: string): Promise<string[]> => {
    const url = `${service.url}/api/batches/${id}/children?limit=200`;
    const first = await read<ChildPage>(url);
    const more = first.next_cursor
      ? await read<ChildPage>(`${url}&cursor=${first.next_cursor}`)
      : null;
    return [...first.items, ...(more?.items ?? [])].map(({ prompt_id }) => prompt_id);
  };

  beforeAll(async () => {
    for (let n = 0; n < NODES; n += 1) nodes.push(await SimulatorNode.start({ stepMs: 10 }));
    const config = {
      providers: nodes.map(({ url }, n) => ({ id: `node-${n}`, kind: 'comfyui', base_url: url })),
      jobs: { poll_interval_ms: 200, lost_grace_ms: 1500 },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    service = await Program.service(folder);
  });

  afterAll(async () => {
    over = true;
    await service.end('SIGKILL');
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(folder, { recursive: true });
  });

  it(
    `completes each of ${JOBS} jobs and of the ${NODES * RUNS_PER_NODE} runs of a batch exactly once`,
    async () => {
      const batched = submitBatch();
      const submitted = Promise.all(Array.from({ length: JOBS }, (_, n) => submit(n)));
      const restarts: ReturnType<typeof restartNode>[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        // While the nodes accept prompts, or some time later.
        const accepted = acceptedByNodes() + 1 + random.below(PROMPTS_BETWEEN_KILLS);
        await waitUntil(() => acceptedByNodes() >= accepted);
        await sleep(random.below(MAX_DELAY_MS));
        await service.end('SIGKILL');
        const node = nodes[kill];
        if (node) restarts.push(restartNode(node));
        service = await Program.service(folder);
      }
      const acceptedBefore = await Promise.all(restarts);
      const ids = await submitted;
      expect(new Set(ids).size).toBe(JOBS);

      const batch = await batched;
      await batchEnded(batch);
      let jobs = await everyJob();
      while (jobs.some((job) => job.finished_at === null)) {
        await sleep(200);
        jobs = await everyJob();
      }

      await catalogued(jobs, [...ids, ...(await runsOf(batch))]);
      for (const [n, node] of nodes.entries()) {
        expectRunOnce(node, jobs, acceptedBefore[n] ?? new Set());
      }
    },
    FULL ? 600_000 : 240_000,
  );
});

/** Names of all files below a folder that end with `suffix`. */
function filesNamed(folder: string, suffix: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => entry.name);
}
