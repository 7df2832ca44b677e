import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { Clock } from '../../../platform/clock/clock';
import { KeyedPasses } from '../../../platform/keyed-passes';
import { type MemorySample, type NodeEvent, NodeEvents } from '../../providers/public/node-events';
import { type FinishedRun, type PeakMemory, RunTimes } from '../../workflows/public/run-times';
import { QueuePositionsService } from '../queue/queue-positions.service';
import { type JobChange, JobStateService } from '../tracking/job-state.service';

interface Run {
  /** A foreign prompt was on the node during the run, so the memory in use may be its. */
  shared: boolean;
  peak: PeakMemory | null;
}

/** Nodes may never report the end of a run. */
const MAX_RUNS = 2_000;

/** Runs that end within this time are written together. */
const PAUSE_MS = 500;

/** Records how long completed jobs ran and how much memory of their node they used, for estimates of further runs. */
@Injectable()
export class RunRecorderService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(RunRecorderService.name);
  private readonly runs = boundedCache<Run>(MAX_RUNS);
  private readonly finished: FinishedRun[] = [];
  private readonly passes = new KeyedPasses(() => this.recordFinished());
  private readonly stopping = new AbortController();

  constructor(
    private readonly runTimes: RunTimes,
    private readonly positions: QueuePositionsService,
    private readonly state: JobStateService,
    private readonly events: NodeEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.state.changes.subscribe((change) => this.onJobChange(change));
    this.events.stream.subscribe((event) => this.onNodeEvent(event));
    this.events.memory.subscribe((sample) => this.onMemorySample(sample));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.passes.idle();
  }

  private onNodeEvent(event: NodeEvent): void {
    if (event.kind === 'started') this.runs.set(event.promptId, { shared: false, peak: null });
  }

  private onMemorySample(sample: MemorySample): void {
    this.addSample(sample).catch((error: unknown) => {
      this.log.warn({ err: error }, 'memory use of a node could not be recorded');
    });
  }

  /** Records a completion in the background: it never delays or fails the job. */
  private onJobChange({ job, previous }: JobChange): void {
    const completed = job.status === 'completed' && previous.status !== 'completed';
    if (!completed || job.started_at === null || job.finished_at === null) return;
    const seconds = Math.max(0, job.finished_at - job.started_at) / 1000;
    const { workflow, run_class: runClass, provider } = job;
    const memory = this.takePeak(job.prompt_id);
    this.finished.push({ workflow, runClass, provider, seconds, memory });
    void this.passes.run('');
  }

  private async recordFinished(): Promise<void> {
    const runs = this.finished.splice(0);
    await this.runTimes.record(runs).catch((error: unknown) => {
      this.log.warn({ err: error }, 'run times could not be recorded');
    });
    await this.clock.pause(PAUSE_MS, this.stopping.signal);
  }

  /** `null` if the run's memory use is unknown, or includes that of foreign prompts. */
  private takePeak(promptId: string): PeakMemory | null {
    const run = this.runs.get(promptId);
    this.runs.delete(promptId);
    return run && !run.shared ? run.peak : null;
  }

  private async addSample(sample: MemorySample): Promise<void> {
    const { providerId, promptId, remaining, used, total } = sample;
    const run = this.runs.get(promptId);
    if (!run) return;
    const { count: ours } = await this.positions.onNode(providerId);
    // Our rows lag behind the node: they may count a job that has just ended there, but never miss a submitted one.
    if (remaining > ours) run.shared = true;
    if (used > (run.peak?.used ?? -1)) run.peak = { used, total };
  }
}
