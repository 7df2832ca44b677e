import { readRunClass } from '../public/run-class';
import type { PeakMemory } from '../public/run-times';
import { expectedFromNearest } from './run-expectation';
import { type RunStatistics, runStatistics } from './run-statistics';

/** One measured run as it is kept. */
export interface KeptRun {
  readonly seconds: number;
  readonly memory?: PeakMemory;
}

/** What is known of one class of runs. */
export interface MeasuredClass {
  /** As it is written; empty for runs from before there were classes. */
  readonly runClass: string;
  /** Milliseconds since 1970. */
  readonly lastRunAt: number;
  readonly statistics: RunStatistics;
  /** The most that was seen in use in any of its runs. */
  readonly memory: PeakMemory | null;
}

/** The kept runs of one class. */
export interface KeptRuns {
  /** Oldest first. Read when they are needed: most of what a large install has never is. */
  readonly runs: () => readonly KeptRun[];
  /** Milliseconds since 1970. */
  readonly lastRunAt: number;
}

/** The kept runs of one workflow on one node, and what follows from them, reckoned once. */
export class NodeRuns {
  private readonly kept = new Map<string, KeptRuns>();
  private readonly reckoned = new Map<string, unknown>();

  put(runClass: string, kept: KeptRuns): void {
    this.kept.set(runClass, kept);
    this.reckoned.clear();
  }

  drop(runClass: string): void {
    this.kept.delete(runClass);
    this.reckoned.clear();
  }

  /** Classes of a graph's runs, and those of which nobody knows the graph; the one with the newest run first. */
  classes(graph: string): readonly MeasuredClass[] {
    return this.once(`classes ${graph}`, () =>
      [...this.kept]
        .filter(([runClass]) => isOf(runClass, graph))
        .flatMap(([runClass, kept]) => measured(runClass, kept))
        .toSorted((a, b) => b.lastRunAt - a.lastRunAt),
    );
  }

  /** Over all of them, whatever their size. */
  statistics(graph: string): RunStatistics | null {
    return this.once(`statistics ${graph}`, () => this.over((runClass) => isOf(runClass, graph)));
  }

  /** Seconds; `null` where nothing was measured that says anything. */
  expected(runClass: string | null): number | null {
    return this.once(`expected ${runClass ?? ''}`, () => this.reckon(runClass));
  }

  private reckon(runClass: string | null): number | null {
    const wanted = runClass === null ? null : readRunClass(runClass);
    if (!wanted) return this.over(() => true)?.median_seconds ?? null;
    const classes = this.classes(wanted.graph);
    const own = classes.find((one) => one.runClass === runClass);
    if (own) return own.statistics.median_seconds;
    const times = classes.map((one) => ({
      runClass: one.runClass,
      seconds: one.statistics.median_seconds,
    }));
    const near = expectedFromNearest(wanted, times);
    return near ?? this.statistics(wanted.graph)?.median_seconds ?? null;
  }

  private over(counts: (runClass: string) => boolean): RunStatistics | null {
    const runs = [...this.kept].flatMap(([runClass, kept]) =>
      counts(runClass) ? kept.runs() : [],
    );
    return runStatistics(runs.map(({ seconds }) => seconds));
  }

  private once<T>(key: string, reckon: () => T): T {
    if (!this.reckoned.has(key)) this.reckoned.set(key, reckon());
    return this.reckoned.get(key) as T;
  }
}

const isOf = (runClass: string, graph: string): boolean =>
  (readRunClass(runClass)?.graph ?? graph) === graph;

function measured(runClass: string, kept: KeptRuns): readonly MeasuredClass[] {
  const { lastRunAt } = kept;
  const runs = kept.runs();
  const statistics = runStatistics(runs.map(({ seconds }) => seconds));
  const [memory = null] = runs
    .flatMap((run) => run.memory ?? [])
    .toSorted((a, b) => b.used - a.used);
  return statistics ? [{ runClass, lastRunAt, statistics, memory }] : [];
}
