import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RunTimes } from './public/run-times';
import { type RunStatistics, runStatistics } from './run-statistics';
import { RunTimesRepository } from './run-times.repository';

/** Runs that count: enough for a steady median, few enough that a new card shows within a day. */
const KEPT_RUNS = 50;

/** The kept runs of one workflow on one node. */
interface Runs {
  /** Sequence of the next run. */
  next: number;
  recent: readonly number[];
  statistics: RunStatistics | null;
}

/** Measured run times, in memory as in the table, so that reading them never waits. */
@Injectable()
export class RunTimesService extends RunTimes implements OnModuleInit {
  private readonly runs = new Map<string, Map<string, Runs>>();

  constructor(private readonly repository: RunTimesRepository) {
    super();
  }

  async onModuleInit(): Promise<void> {
    for (const { workflow, provider, sequence, seconds } of await this.repository.all()) {
      const runs = this.of(workflow, provider);
      runs.next = sequence + 1;
      note(runs, seconds);
    }
  }

  async record(run: {
    readonly workflow: string;
    readonly provider: string;
    readonly seconds: number;
  }): Promise<void> {
    if (!Number.isFinite(run.seconds) || run.seconds < 0) return;
    const runs = this.of(run.workflow, run.provider);
    const sequence = runs.next;
    runs.next += 1;
    const kept = () => {
      note(runs, run.seconds);
    };
    await this.repository.keep({ ...run, sequence, slot: sequence % KEPT_RUNS }, kept);
  }

  expectedSeconds(workflow: string, provider: string): number | null {
    return this.statistics(workflow, provider)?.median_seconds ?? null;
  }

  /** `null` before the first run. */
  statistics(workflow: string, provider: string): RunStatistics | null {
    return this.runs.get(workflow)?.get(provider)?.statistics ?? null;
  }

  private of(workflow: string, provider: string): Runs {
    const nodes = this.runs.get(workflow) ?? new Map<string, Runs>();
    this.runs.set(workflow, nodes);
    const runs = nodes.get(provider) ?? { next: 0, recent: [], statistics: null };
    nodes.set(provider, runs);
    return runs;
  }
}

function note(runs: Runs, seconds: number): void {
  runs.recent = [...runs.recent, seconds].slice(-KEPT_RUNS);
  runs.statistics = runStatistics(runs.recent);
}
