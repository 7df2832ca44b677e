import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeToolkit } from '../../src/simulator/public/toolkit/fake-toolkit';
import { eventually } from '../support/eventually';
import { LibraryClient } from '../support/library-client';
import { png } from '../support/media-samples';
import { Program } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';

/** One run in `npm test`, several in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const RUNS = FULL ? 5 : 1;
const TIMEOUT_MS = FULL ? 600_000 : 180_000;

interface Run {
  readonly status: string;
  readonly step: number;
}

describe('a training run whose service is killed', () => {
  const random = SeededRandom.for('training kill test');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-training-kill-'));
  let toolkit: FakeToolkit;
  let service: Program;
  const client = new LibraryClient(() => service.url);

  beforeAll(async () => {
    toolkit = await FakeToolkit.start(join(folder, 'training'));
    const training = { root: 'training', base_url: toolkit.url, poll_interval_ms: 50 };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ training }));
    service = await Program.service(folder);
    const { path } = await client.upload(new Uint8Array(await png(64, 64)), 'picture');
    await client.send('/api/lora-training/datasets', { id: 'fox', name: 'Fox' });
    await client.send('/api/lora-training/datasets/fox/items', { paths: [path] });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.end();
    await toolkit.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Kills the service after the toolkit has acted on a call and before it has answered, and starts the service again. */
  const killAt = async (pattern: RegExp, cause: () => Promise<unknown>): Promise<void> => {
    const before = toolkit.calls.length;
    toolkit.hangs = pattern;
    const request = cause().catch(() => undefined);
    await eventually(() =>
      Promise.resolve(toolkit.calls.slice(before).some((call) => pattern.test(call))),
    );
    await service.end('SIGKILL');
    await request;
    toolkit.hangs = null;
    service = await Program.service(folder);
  };

  const runOf = (name: string): Promise<Run> => client.get<Run>(`/api/lora-training/jobs/${name}`);

  it(
    'is started once and completed, although the service is killed during the start, a poll and a continuation',
    async () => {
      for (let n = 0; n < RUNS; n += 1) {
        const name = `run-${n}`;
        const body = { job_name: name, trigger_word: 'fox_tok', dataset: 'fox', steps: 500 };
        await killAt(/^POST \/api\/jobs$/, () => client.send('/api/lora-training/start', body));
        await eventually(async () => (await runOf(name)).status === 'queued');
        expect(toolkit.db.jobs.filter((job) => job.name === name)).toHaveLength(1);
        toolkit.tick(5 + random.below(4));
        await killAt(/^GET \/api\/jobs$/, () => Promise.resolve());
        toolkit.tick(20);
        await eventually(async () => (await runOf(name)).status === 'completed');
        const list = `/api/lora-training/checkpoints?job_name=${name}`;
        const { checkpoints } = await client.get<{ checkpoints: { step: number }[] }>(list);
        expect(checkpoints.map(({ step }) => step)).toEqual([500, 250]);

        const steps = { steps: 900 };
        const path = `/api/lora-training/jobs/${name}/continue`;
        await killAt(/\/mark_stopped$/, () => client.send(path, steps));
        await eventually(async () => (await runOf(name)).status === 'queued');
        toolkit.tick(20);
        expect(
          await eventually(async () => {
            const run = await runOf(name);
            return run.status === 'completed' && run;
          }),
        ).toMatchObject({ step: 900 });
      }
    },
    TIMEOUT_MS,
  );
});
