import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCaller } from '../caller';
import { eventually } from '../eventually';
import { newFolder, TestKinora } from '../kinora';
import { uniquePng } from '../media-samples';
import type { FakeJob } from '../../../src/simulator/public/toolkit/fake-jobs';
import { FakeToolkit } from '../../../src/simulator/public/toolkit/fake-toolkit';

export const DATASETS = '/api/lora-training/datasets';
export const START = '/api/lora-training/start';
export const JOBS = '/api/lora-training/jobs';

export interface TestRun {
  readonly job_name: string;
  readonly status: string;
  readonly phase: string | null;
  readonly step: number;
  readonly steps: number;
  readonly error: string | null;
}

/** A caller with a dataset of one picture. */
export type Trainer = TestCaller & { readonly dataset: string; readonly picture: string };

/** A service with a training toolkit. */
export class TestTraining {
  private n = 0;

  private constructor(
    public kinora: TestKinora,
    readonly toolkit: FakeToolkit,
  ) {}

  static async start(): Promise<TestTraining> {
    const folder = newFolder();
    const toolkit = await FakeToolkit.start(join(folder, 'training'));
    mkdirSync(join(folder, 'loras'));
    const training = settingsOf(toolkit);
    return new TestTraining(await TestKinora.start({ training }, folder), toolkit);
  }

  /** `training` of the configuration. */
  get settings(): object {
    return settingsOf(this.toolkit);
  }

  async close(): Promise<void> {
    await this.kinora.close();
    await this.toolkit.stop();
  }

  async restart(): Promise<void> {
    this.kinora = await this.kinora.restartInPlace();
  }

  inRoot(...path: readonly string[]): string {
    return join(this.toolkit.root, ...path);
  }

  /** Each has no run. */
  async newTrainer(): Promise<Trainer> {
    const caller = await this.kinora.agent(this.name('trainer'));
    const dataset = this.name('set');
    await caller.post(DATASETS, { id: dataset, name: 'Foxes' });
    const picture = (await caller.upload('fox.png', await uniquePng())).body.path;
    await caller.post(`${DATASETS}/${dataset}/items`, { paths: [picture], caption: 'a fox' });
    return Object.assign(caller, { dataset, picture });
  }

  bodyOf({ dataset }: Pick<Trainer, 'dataset'>, fields: object = {}) {
    return {
      job_name: this.name('run'),
      trigger_word: 'fox_tok',
      dataset,
      steps: 100,
      sample_every: 50,
      ...fields,
    };
  }

  async run(trainer: Trainer, fields: object = {}): Promise<TestRun> {
    const { status, body } = await trainer.post(START, this.bodyOf(trainer, fields));
    expect([status, body]).toMatchObject([200, { ok: true }]);
    return body as unknown as TestRun;
  }

  /** A run that has trained some steps. */
  async running(trainer: Trainer, fields: object = {}): Promise<TestRun> {
    const run = await this.run(trainer, fields);
    this.toolkit.tick(5);
    return this.reached(trainer, run, 'running');
  }

  /** A run that has completed its steps. */
  async completed(trainer: Trainer, fields: object = {}): Promise<TestRun> {
    const run = await this.run(trainer, fields);
    this.toolkit.tick(10);
    return this.reached(trainer, run, 'completed');
  }

  async get(caller: TestCaller, { job_name }: { job_name: string }): Promise<TestRun> {
    return (await caller.get<TestRun>(`${JOBS}/${job_name}`)).body;
  }

  reached(caller: TestCaller, run: { job_name: string }, status: string): Promise<TestRun> {
    return eventually(async () => {
      const now = await this.get(caller, run);
      return now.status === status && now;
    }, `${run.job_name} is ${status}`);
  }

  jobOf({ job_name }: { job_name: string }): FakeJob {
    return this.toolkit.db.named(job_name);
  }

  private name(kind: string): string {
    return `${kind}-${(this.n += 1)}`;
  }
}

const settingsOf = ({ url }: FakeToolkit): object => ({
  root: 'training',
  lora_dir: 'loras',
  base_url: url,
  poll_interval_ms: 50,
});
