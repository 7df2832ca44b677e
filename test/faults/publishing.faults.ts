import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeToolkit } from '../../src/simulator/public/toolkit/fake-toolkit';
import { eventually } from '../support/eventually';
import { LibraryClient, ServiceGone, sha256Of } from '../support/library-client';
import { png } from '../support/media-samples';
import { Program } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';

/** Few kills in `npm test`, all in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const KILLS = FULL ? 40 : 2;
const MAX_DELAY_MS = 60;
const TIMEOUT_MS = FULL ? 1_200_000 : 180_000;

interface Run {
  readonly status: string;
  readonly step: number;
}
interface Checkpoint {
  readonly name: string;
  readonly step: number;
}
interface Published {
  readonly name: string;
  readonly step: number;
}

describe('a trained LoRA whose service is killed at random instants', () => {
  const random = SeededRandom.for('publishing kill test');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-publishing-kill-'));
  const client = new LibraryClient(() => service.url);
  let toolkit: FakeToolkit;
  let service: Program;

  beforeAll(async () => {
    toolkit = await FakeToolkit.start(join(folder, 'training'));
    mkdirSync(join(folder, 'loras'));
    const training = {
      root: 'training',
      lora_dir: 'loras',
      base_url: toolkit.url,
      poll_interval_ms: 50,
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ training }));
    service = await Program.service(folder);
    const { path } = await client.upload(new Uint8Array(await png(64, 64)), 'picture');
    await client.send('/api/lora-training/datasets', { id: 'fox', name: 'Fox' });
    await client.send('/api/lora-training/datasets/fox/items', { paths: [path] });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.end('SIGKILL');
    await toolkit.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const jobs = '/api/lora-training/jobs';
  const runOf = (name: string): Promise<Run> => client.get<Run>(`${jobs}/${name}`);
  const completed = (name: string, step: number): Promise<Run | false> =>
    eventually(async () => {
      const run = await runOf(name);
      return run.status === 'completed' && run.step === step && run;
    }, `${name} is completed at step ${step}`);
  const published = async (name: string): Promise<readonly Published[]> => {
    const list = `/api/lora-training/loras?job_name=${name}&limit=200`;
    return (await client.get<{ items: Published[] }>(list)).items;
  };
  const checkpointsOf = async (name: string): Promise<readonly Checkpoint[]> => {
    const list = `/api/lora-training/checkpoints?job_name=${name}`;
    return (await client.get<{ checkpoints: Checkpoint[] }>(list)).checkpoints;
  };
  const stepsOf = async (name: string): Promise<number[]> =>
    (await checkpointsOf(name)).map(({ step }) => step);
  /** Whether it took effect is unknown when the service ends before it has answered. */
  const unlessKilled = (request: Promise<unknown>): Promise<unknown> =>
    request.catch((error: unknown) => {
      if (!(error instanceof ServiceGone)) throw error;
    });

  const publish = async (name: string, step: number): Promise<unknown> => {
    const checkpoint = (await checkpointsOf(name)).find((one) => one.step === step);
    return client.send(`${jobs}/${name}/checkpoints/${String(checkpoint?.name)}/publish`, {});
  };
  const goOn = (name: string): Promise<unknown> =>
    client.send(`${jobs}/${name}/continue`, { steps: 900 });
  /** Names of all files below a folder. */
  const files = (...path: string[]): string[] =>
    readdirSync(join(folder, ...path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
  const isPart = (file: string): boolean => file.endsWith('.part');
  const shaOf = (...path: string[]): string => sha256Of(readFileSync(join(folder, ...path)));

  async function trained(name: string): Promise<void> {
    const body = { job_name: name, trigger_word: 'fox_tok', dataset: 'fox', steps: 500 };
    await client.send('/api/lora-training/start', body);
    await eventually(async () => (await runOf(name)).status === 'queued');
    toolkit.tick(20);
    await completed(name, 500);
  }

  it(
    'is published once, and its run continues once without losing a checkpoint',
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = `run-${kill}`;
        await trained(name);
        const output = join('training/output', name);
        const early = shaOf(output, `${name}_000000250.safetensors`);
        const last = shaOf(output, `${name}.safetensors`);
        const requests = [publish(name, 250), publish(name, 500), goOn(name)].map(unlessKilled);
        await sleep(random.below(MAX_DELAY_MS));
        await service.end('SIGKILL');
        await Promise.all(requests);
        service = await Program.service(folder);

        expect([...files('loras'), ...files('training')].filter(isPart)).toEqual([]);
        expect(await stepsOf(name)).toEqual([500, 250]);
        const steps = (await published(name)).map(({ step }) => step);
        for (const step of [250, 500]) if (!steps.includes(step)) await publish(name, step);
        if ((await runOf(name)).status === 'completed') await goOn(name);
        await eventually(async () => (await runOf(name)).status === 'queued');
        toolkit.tick(20);
        await completed(name, 900);

        expect(await stepsOf(name)).toEqual([900, 750, 500, 250]);
        const kept = join('training/checkpoints', name);
        expect(files(kept).filter((file) => file.endsWith('.safetensors'))).toHaveLength(4);
        const loras = (await published(name)).map((lora) => lora.name).sort();
        expect(loras).toEqual([250, 500].map((step) => `shared/${name}_${step}.safetensors`));
        for (const [at, sha] of [early, last].entries()) {
          expect(shaOf('loras', loras[at] ?? '')).toBe(sha);
          expect(shaOf(kept, `${name}_000000${at === 0 ? 250 : 500}.safetensors`)).toBe(sha);
        }
      }
      expect(files('loras')).toHaveLength(2 * KILLS);
      expect(toolkit.db.jobs).toHaveLength(KILLS);
    },
    TIMEOUT_MS,
  );
});
