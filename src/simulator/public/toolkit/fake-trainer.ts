import { mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FakeJob, FakeJobs } from './fake-jobs';
import { checkpointStep, filesIn, samplePath, writeSave } from './toolkit-files';
import { PLACEHOLDERS, type TrainerOutputs } from './trainer-outputs';

interface Process {
  readonly training_folder: string;
  readonly save: { readonly save_every: number };
  readonly train: { readonly steps: number };
  readonly model?: { readonly arch: string };
  readonly trigger_word: string;
  readonly sample: {
    readonly sample_every: number;
    readonly samples: readonly { readonly prompt: string }[];
  };
}

/** What the trainer says before its first step, a second each. */
const PREPARATION = ['Starting', 'Loading model', 'Loading dataset'];

/** The toolkit's worker and its trainers. Time passes only by {@link tick}: one second. */
export class FakeTrainer {
  /** Steps per second. */
  stepsPerTick = 50;
  /** Begins at step 0 instead of resuming. */
  losesSaves = false;
  /** Milliseconds since 1970. */
  now = Date.UTC(2030, 0, 1);
  outputs: TrainerOutputs = PLACEHOLDERS;
  readonly losses = new Map<string, { step: number; wall_time: number; value: number }[]>();
  private readonly preparing = new Map<string, number>();
  /** Jobs whose trainer has not looked for a save to resume from. */
  private readonly unresumed = new Set<string>();
  private nextPid = 1000;

  constructor(private readonly db: FakeJobs) {}

  tick(): void {
    this.now += 1000;
    for (const job of this.db.jobs) if (job.status === 'running') this.advance(job);
    for (const queue of this.db.queues) {
      if (!queue.is_running) continue;
      const jobs = this.db.jobs.filter(({ gpu_ids }) => gpu_ids === queue.gpu_ids);
      if (jobs.some(({ status }) => status === 'running')) continue;
      const next = jobs
        .filter(({ status }) => status === 'queued')
        .sort((a, b) => a.queue_position - b.queue_position)[0];
      if (next) this.launch(next);
      else queue.is_running = false;
    }
  }

  private launch(job: FakeJob): void {
    const hasProcess = processOf(job) !== undefined;
    // Without a process in the config the worker crashes and leaves the job like this for good.
    const pid = hasProcess ? (this.nextPid += 1) : null;
    Object.assign(job, { status: 'running', stop: false, info: 'Starting job...', pid });
    this.preparing.set(job.id, 0);
    this.unresumed.add(job.id);
  }

  private advance(job: FakeJob): void {
    const process = processOf(job);
    if (job.pid === null || process === undefined) return;
    const position = this.preparing.get(job.id) ?? PREPARATION.length;
    this.preparing.set(job.id, position + 1);
    const info = PREPARATION[position];
    if (info !== undefined) job.info = info;
    else this.train(job, process);
  }

  private train(job: FakeJob, process: Process): void {
    const folder = join(process.training_folder, job.name);
    mkdirSync(folder, { recursive: true });
    if (this.unresumed.delete(job.id)) job.step = this.losesSaves ? 0 : lastSaved(folder, job.name);
    const from = job.step;
    const to = Math.min(process.train.steps, from + this.stepsPerTick);
    if (from === 0) this.sample(process, folder, 0);
    this.outputs.log(folder, { name: job.name, step: to, steps: process.train.steps });
    for (let step = from + 1; step <= to; step += 1) this.step(job, process, step);
    const speed_string = `${this.stepsPerTick.toFixed(2)} iter/sec`;
    Object.assign(job, { step: to, info: 'Training', speed_string });
    this.doWhatIsAsked(job, process, folder);
    if (to < process.train.steps) return;
    this.save(job, process, { step: to, isLast: true });
    this.sample(process, folder, to);
    Object.assign(job, { status: 'completed', info: 'Training completed', pid: null });
  }

  private step(job: FakeJob, process: Process, step: number): void {
    const folder = join(process.training_folder, job.name);
    if (step % 10 === 0) {
      const points = this.losses.get(job.id) ?? [];
      points.push({ step, wall_time: this.now / 1000, value: 1 / step });
      this.losses.set(job.id, points);
    }
    if (step % process.save.save_every === 0 && step < process.train.steps)
      this.save(job, process, { step, isLast: false });
    if (step % process.sample.sample_every === 0 && step < process.train.steps)
      this.sample(process, folder, step);
  }

  private save(
    { name }: FakeJob,
    { training_folder, model, trigger_word }: Process,
    { step, isLast }: { readonly step: number; readonly isLast: boolean },
  ): void {
    const trained = { name, arch: model?.arch ?? '', trigger: trigger_word };
    writeSave(join(training_folder, name), step, trained, isLast);
  }

  private doWhatIsAsked(job: FakeJob, process: Process, folder: string): void {
    if (job.save_now) this.save(job, process, { step: job.step, isLast: false });
    if (job.sample_now) this.sample(process, folder, job.step);
    Object.assign(job, { save_now: false, sample_now: false });
  }

  private sample({ sample, train, trigger_word }: Process, folder: string, step: number): void {
    for (const [index, { prompt }] of sample.samples.entries())
      this.outputs.sample(samplePath(folder, step, index, this.now), {
        prompt: prompt.replaceAll('[trigger]', trigger_word),
        index,
        step,
        steps: train.steps,
      });
  }
}

/** The step in the header of the file that was changed last; 0 without files. */
function lastSaved(folder: string, name: string): number {
  const files = filesIn(folder, /\.safetensors$/).map(({ path }) => path);
  const changed = (path: string): number => statSync(path).ctimeMs;
  const [newest] = files
    .filter((path) => basename(path).startsWith(name))
    .sort((a, b) => changed(b) - changed(a));
  return newest === undefined ? 0 : checkpointStep(newest);
}

function processOf(job: FakeJob): Process | undefined {
  const config = JSON.parse(job.job_config) as { config?: { process?: Process[] } };
  return config.config?.process?.[0];
}
