import { randomUUID } from 'node:crypto';

/** A job of the toolkit, with all its fields. */
export interface FakeJob {
  readonly id: string;
  name: string;
  gpu_ids: string;
  job_config: string;
  readonly created_at: string;
  updated_at: string;
  status: 'stopped' | 'queued' | 'running' | 'completed' | 'error';
  stop: boolean;
  return_to_queue: boolean;
  step: number;
  readonly total_steps: null;
  info: string;
  speed_string: string;
  queue_position: number;
  pid: number | null;
  readonly job_type: string;
  readonly job_ref: string | null;
  save_now: boolean;
  sample_now: boolean;
}

interface FakeQueue {
  readonly id: number;
  readonly gpu_ids: string;
  is_running: boolean;
}

export interface NewJob {
  readonly name: string;
  readonly gpu_ids: string;
  readonly job_config: unknown;
  readonly job_type?: string;
  readonly job_ref?: string;
}

/** The toolkit's database: jobs and queues, and what its routes do to them. */
export class FakeJobs {
  readonly jobs: FakeJob[] = [];
  readonly queues: FakeQueue[] = [];

  find(id: string): FakeJob | undefined {
    return this.jobs.find((job) => job.id === id);
  }

  named(name: string): FakeJob {
    const job = this.jobs.find((one) => one.name === name);
    if (!job) throw new Error(`the toolkit has no job ${name}`);
    return job;
  }

  /** `null` when the name is taken. */
  create({ name, gpu_ids, job_config, job_type, job_ref }: NewJob, now: string): FakeJob | null {
    if (this.jobs.some((job) => job.name === name)) return null;
    const job: FakeJob = {
      id: randomUUID(),
      name,
      gpu_ids,
      job_config: JSON.stringify(job_config),
      created_at: now,
      updated_at: now,
      status: 'stopped',
      stop: false,
      return_to_queue: false,
      step: 0,
      total_steps: null,
      info: '',
      speed_string: '',
      queue_position: 0,
      pid: null,
      job_type: job_type ?? 'train',
      job_ref: job_ref ?? null,
      save_now: false,
      sample_now: false,
    };
    this.jobs.unshift(job);
    return job;
  }

  start(job: FakeJob): void {
    const last = Math.max(0, ...this.jobs.map(({ queue_position }) => queue_position));
    Object.assign(job, { status: 'queued', info: 'Job queued', queue_position: last + 1000 });
  }

  /** A running job with a process ends at once; any other one only gets the flag. */
  stop(job: FakeJob): void {
    job.stop = true;
    job.info = 'Stopping job...';
    if (job.status === 'running' && job.pid !== null)
      Object.assign(job, { status: 'stopped', info: 'Job stopped', pid: null });
  }

  markStopped(job: FakeJob): void {
    Object.assign(job, { stop: true, status: 'stopped', pid: null });
  }

  remove(job: FakeJob): void {
    this.jobs.splice(this.jobs.indexOf(job), 1);
  }

  /** The queue of these GPUs as it was before the change. */
  setQueue(gpuIds: string, isRunning: boolean): FakeQueue {
    let queue = this.queues.find(({ gpu_ids }) => gpu_ids === gpuIds);
    if (!queue) {
      queue = { id: this.queues.length + 1, gpu_ids: gpuIds, is_running: false };
      this.queues.push(queue);
    }
    const before = { ...queue };
    queue.is_running = isRunning;
    return before;
  }
}
