import { readRunClass, type RunClass } from '../public/run-class';
import type { PeakMemory } from '../public/run-times';

/** Run times of a workflow on a node. Seconds. */
export interface RunStatistics {
  readonly median_seconds: number;
  /** Nine of ten runs took no longer. */
  readonly p90_seconds: number;
  readonly samples: number;
}

/** Statistics of run times in seconds; `null` without runs. */
export function runStatistics(seconds: readonly number[]): RunStatistics | null {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(Math.max(Math.ceil(share * sorted.length) - 1, 0), sorted.length - 1)] ?? 0;
  if (sorted.length === 0) return null;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return {
    median_seconds: toMilliseconds((at(0.5) + upper) / 2),
    p90_seconds: toMilliseconds(at(0.9)),
    samples: sorted.length,
  };
}

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export interface ClassTime {
  readonly runClass: string;
  readonly seconds: number;
}

/**
 * Expected seconds of a class without runs, from the nearest class of the same graph; `null` if none is comparable. Of
 * two equally near classes the larger one counts.
 *
 * From a smaller class the time grows with the work: steps and pixels cost at least in proportion. From a larger one it
 * stays as it is, because what doesn't shrink with the work (loading, encoding, decoding) isn't known.
 */
export function expectedFromNearest(
  target: RunClass,
  measured: readonly ClassTime[],
): number | null {
  const [nearest] = measured
    .flatMap(({ runClass, seconds }) => {
      const octaves = octavesTo(target, readRunClass(runClass));
      return octaves === null ? [] : [{ ...octaves, seconds }];
    })
    .toSorted((a, b) => a.apart - b.apart || a.more - b.more);
  return nearest ? nearest.seconds * 2 ** Math.max(0, nearest.more) : null;
}

/** Difference of two classes in octaves: signed sum (`more`) and distance (`apart`). */
function octavesTo(
  target: RunClass,
  from: RunClass | null,
): { readonly more: number; readonly apart: number } | null {
  if (from?.graph !== target.graph) return null;
  const size = difference(target.size, from.size);
  const steps = difference(target.steps, from.steps);
  if (size === null || steps === null) return null;
  return { more: size + steps, apart: Math.abs(size) + Math.abs(steps) };
}

function difference(target: number | null, from: number | null): number | null {
  if (target === null || from === null) return target === from ? 0 : null;
  return target - from;
}

export interface StoredRun {
  readonly seconds: number;
  readonly memory?: PeakMemory;
}

/** Statistics of one class of runs. */
export interface MeasuredClass {
  /** The stored text; empty for runs that were recorded before classes existed. */
  readonly runClass: string;
  /** Milliseconds since 1970. */
  readonly lastRunAt: number;
  readonly statistics: RunStatistics;
  /** The highest memory use of any of its runs. */
  readonly memory: PeakMemory | null;
}

/** The stored runs of one class. */
export interface StoredRunList {
  /** Oldest first. Parsed on demand, because most are never needed. */
  readonly runs: () => readonly StoredRun[];
  /** Milliseconds since 1970. */
  readonly lastRunAt: number;
}

/** The stored runs of one workflow on one node, with cached statistics. */
export class NodeRuns {
  private readonly byClass = new Map<string, StoredRunList>();
  private readonly cached = new Map<string, unknown>();

  put(runClass: string, stored: StoredRunList): void {
    this.byClass.set(runClass, stored);
    this.cached.clear();
  }

  drop(runClass: string): void {
    this.byClass.delete(runClass);
    this.cached.clear();
  }

  /** The graph's classes and those of an unknown graph, the newest run first. */
  classes(graph: string): readonly MeasuredClass[] {
    return this.memoize(`classes ${graph}`, () =>
      [...this.byClass]
        .filter(([runClass]) => belongsToGraph(runClass, graph))
        .flatMap(([runClass, stored]) => measuredClass(runClass, stored))
        .toSorted((a, b) => b.lastRunAt - a.lastRunAt),
    );
  }

  /** Over all classes of the graph. */
  statistics(graph: string): RunStatistics | null {
    return this.memoize(`statistics ${graph}`, () =>
      this.statisticsOver((runClass) => belongsToGraph(runClass, graph)),
    );
  }

  /** Seconds; `null` without comparable runs. */
  expected(runClass: string | null): number | null {
    return this.memoize(`expected ${runClass ?? ''}`, () => this.compute(runClass));
  }

  private compute(runClass: string | null): number | null {
    const target = runClass === null ? null : readRunClass(runClass);
    if (!target) return this.statisticsOver(() => true)?.median_seconds ?? null;
    const classes = this.classes(target.graph);
    const own = classes.find((one) => one.runClass === runClass);
    if (own) return own.statistics.median_seconds;
    const times = classes.map((one) => ({
      runClass: one.runClass,
      seconds: one.statistics.median_seconds,
    }));
    const near = expectedFromNearest(target, times);
    return near ?? this.statistics(target.graph)?.median_seconds ?? null;
  }

  private statisticsOver(counts: (runClass: string) => boolean): RunStatistics | null {
    const runs = [...this.byClass].flatMap(([runClass, stored]) =>
      counts(runClass) ? stored.runs() : [],
    );
    return runStatistics(runs.map(({ seconds }) => seconds));
  }

  private memoize<T>(key: string, compute: () => T): T {
    if (!this.cached.has(key)) this.cached.set(key, compute());
    return this.cached.get(key) as T;
  }
}

const belongsToGraph = (runClass: string, graph: string): boolean =>
  (readRunClass(runClass)?.graph ?? graph) === graph;

function measuredClass(runClass: string, stored: StoredRunList): readonly MeasuredClass[] {
  const { lastRunAt } = stored;
  const runs = stored.runs();
  const statistics = runStatistics(runs.map(({ seconds }) => seconds));
  const [memory = null] = runs
    .flatMap((run) => run.memory ?? [])
    .toSorted((a, b) => b.used - a.used);
  return statistics ? [{ runClass, lastRunAt, statistics, memory }] : [];
}
