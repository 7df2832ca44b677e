import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { LibraryClient, ServiceGone } from '../support/library-client';
import { Program } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';

/** Few kills in `npm test`, all in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const KILLS = FULL ? 20 : 2;
const BATCHES_PER_KILL = 2;
const RUNS = 6;
const MAX_DELAY_MS = 80;
const TIMEOUT_MS = FULL ? 900_000 : 180_000;

interface Batch {
  readonly id: string;
  readonly status: string;
}
interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}
interface Child {
  readonly status: string;
  readonly prompt_id: string | null;
}

describe('batches whose service is killed while they are admitted and cancelled', () => {
  const random = SeededRandom.for('batch kill test');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-batch-kill-'));
  const client = new LibraryClient(() => service.url);
  let service: Program;

  beforeAll(async () => {
    const simulator = { id: 'fast', kind: 'simulator', step_ms: 0 };
    const config = { providers: [simulator], jobs: { poll_interval_ms: 100, lost_grace_ms: 400 } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    service = await Program.service(folder);
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Repeats a request until it is answered, also by the next process. */
  const answered = <T>(request: () => Promise<T>): Promise<T> =>
    eventually(async () => {
      try {
        return await request();
      } catch (error) {
        if (error instanceof ServiceGone) return null;
        throw error;
      }
    });

  const create = (name: string): Promise<Batch> => {
    const base = { type: 'image', workflow: 'sd15-t2i', provider: 'fast', prompt: name };
    const size = { width: 64, height: 64, steps: 1 };
    const body = { name, base: { ...base, ...size }, count: RUNS };
    return answered(() => client.sendOnce<Batch>('/api/batches', name, body));
  };

  const cancelled: string[] = [];
  /** One that has ended already, or is not answered before the kill, doesn't count. */
  async function cancel(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const status = await client.status(`/api/batches/${id}/cancel`, 'POST').catch(() => null);
    if (status === 200) cancelled.push(id);
  }

  it(
    'are stored once, and each of their runs is made once',
    async () => {
      const ids: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const names = Array.from({ length: BATCHES_PER_KILL }, (_, n) => `${kill}-${n}`);
        const created = Promise.all(names.map(create));
        const earlier = ids.at(-1);
        await sleep(random.below(MAX_DELAY_MS));
        const cancelling = cancel(earlier);
        await sleep(random.below(20));
        await service.end('SIGKILL');
        await cancelling;
        service = await Program.service(folder);
        ids.push(...(await created).map(({ id }) => id));
        // A key has at most 20 of them.
        await eventually(async () => {
          const { items } = await client.get<Page<Batch>>('/api/batches?status=running&limit=200');
          return items.length <= 16;
        });
      }
      let runs = 0;
      for (const id of ids) {
        const batch = await eventually(async () => {
          const now = await client.get<Batch>(`/api/batches/${id}`);
          return now.status !== 'running' && now;
        });
        const page = `/api/batches/${id}/children?limit=200`;
        const children = await eventually(async () => {
          const { items } = await client.get<Page<Child>>(page);
          const isOpen = items.some(({ status }) =>
            ['queued', 'running', 'waiting'].includes(status),
          );
          return !isOpen && items;
        });
        expect(children).toHaveLength(RUNS);
        if (cancelled.includes(id)) expect(batch.status).toBe('cancelled');
        if (batch.status === 'completed')
          expect(children.every(({ status }) => status === 'completed')).toBe(true);
        runs += children.filter(({ prompt_id }) => prompt_id !== null).length;
      }
      const { items } = await client.get<Page<Batch>>('/api/batches?limit=200');
      expect(items.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const jobs = await client.get<Page<unknown>>('/api/jobs?limit=1&with_total=true');
      expect(jobs.total).toBe(runs);
    },
    TIMEOUT_MS,
  );
});
