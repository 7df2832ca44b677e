import { readRunClass, type RunClass } from '../public/run-class';
import type { PeakMemory } from '../public/run-times';

/** What runs of one workflow on one node took. Seconds. */
export interface RunStatistics {
  readonly median_seconds: number;
  /** Nine of ten runs took no longer. */
  readonly p90_seconds: number;
  readonly samples: number;
}

/** `null` without a run. Pure. */
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

/** What runs of one class took. */
export interface ClassTime {
  readonly runClass: string;
  readonly seconds: number;
}

/**
 * Seconds for a run of a class that wasn't measured, from the nearest one of the same graph; `null` where none can be
 * compared. Of two that are equally near, the larger one. Pure.
 *
 * From a smaller class the time grows with the work: steps and pixels cost at least in proportion. From a larger one it
 * stays as it is, because what doesn't shrink with the work (loading, encoding, decoding) isn't known.
 */
export function expectedFromNearest(
  wanted: RunClass,
  measured: readonly ClassTime[],
): number | null {
  const [nearest] = measured
    .flatMap(({ runClass, seconds }) => {
      const octaves = octavesTo(wanted, readRunClass(runClass));
      return octaves === null ? [] : [{ ...octaves, seconds }];
    })
    .toSorted((a, b) => a.apart - b.apart || a.more - b.more);
  return nearest ? nearest.seconds * 2 ** Math.max(0, nearest.more) : null;
}

/** How many octaves more the wanted work is than the measured, and how far apart the two are in all. */
function octavesTo(
  wanted: RunClass,
  measured: RunClass | null,
): { readonly more: number; readonly apart: number } | null {
  if (measured?.graph !== wanted.graph) return null;
  const size = difference(wanted.size, measured.size);
  const steps = difference(wanted.steps, measured.steps);
  if (size === null || steps === null) return null;
  return { more: size + steps, apart: Math.abs(size) + Math.abs(steps) };
}

function difference(wanted: number | null, measured: number | null): number | null {
  if (wanted === null || measured === null) return wanted === measured ? 0 : null;
  return wanted - measured;
}

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
