import { type ExpectedWait, UNMEASURED_SECONDS } from '../../jobs/public/jobs-ahead';

/** A node that `provider: "auto"` may choose. */
export interface Candidate {
  readonly id: string;
  readonly online: boolean;
  /**
   * By its cached classes and models: `fits` accepts the request, `admits` could run the workflow but not with
   * these values, `unknown` was never reached.
   */
  readonly ability: 'fits' | 'admits' | 'unknown';
  /** Expected run time of the jobs in front of a new one. */
  readonly wait: ExpectedWait;
  /** Expected run time in seconds; `null` where nothing was measured. */
  readonly runSeconds: number | null;
  readonly isDefault: boolean;
}

/**
 * Chooses a node: online nodes that can run it, then offline nodes that could when last seen, then nodes
 * that were never reached, then nodes that refuse a value. Among equals the shortest expected wait, the shortest run,
 * the default node, the order of the configuration.
 */
export function chooseNode(candidates: readonly Candidate[]): string | null {
  const [best] = candidates.toSorted((a, b) => {
    const [ranksOfA, ranksOfB] = [ranks(a), ranks(b)];
    const at = ranksOfA.findIndex((rank, index) => rank !== ranksOfB[index]);
    return at < 0 ? 0 : (ranksOfA[at] ?? 0) - (ranksOfB[at] ?? 0);
  });
  return best?.id ?? null;
}

/** Compared in order; smaller is better. */
function ranks(node: Candidate): readonly number[] {
  const runSeconds = node.runSeconds ?? UNMEASURED_SECONDS;
  const wait = node.wait.seconds + node.wait.unmeasured * runSeconds;
  return [ABILITY[node.ability], Number(!node.online), wait, runSeconds, Number(!node.isDefault)];
}

const ABILITY = { fits: 0, unknown: 1, admits: 2 } as const;
