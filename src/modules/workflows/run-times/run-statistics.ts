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
