import { type ExpectedWait, UNMEASURED_SECONDS } from '../../jobs/public/jobs-ahead';

/** A node that `provider: "auto"` may choose. */
export interface Candidate {
  readonly id: string;
  readonly online: boolean;
  /**
   * By its last known classes and models: `fits` takes the request as it stands, `admits` could run the workflow but
   * not with these values, `unknown` was never reached.
   */
  readonly ability: 'fits' | 'admits' | 'unknown';
  /** What the jobs in front of a new one take. */
  readonly wait: ExpectedWait;
  /** Seconds that the run takes there; `null` where nothing was measured. */
  readonly runSeconds: number | null;
  readonly isDefault: boolean;
}

/**
 * Chooses a node (contract §3): online ones that can run it before those that are away but last known able, both
 * before nodes never reached, and last those whose refusal of a value will be the answer. Among equals the shortest
 * expected wait, the shortest run, the default node, the order of the configuration. Pure.
 */
export function chooseNode(candidates: readonly Candidate[]): string | null {
  const [best] = candidates.toSorted((a, b) => {
    const [ours, theirs] = [ranks(a), ranks(b)];
    const at = ours.findIndex((rank, index) => rank !== theirs[index]);
    return at < 0 ? 0 : (ours[at] ?? 0) - (theirs[at] ?? 0);
  });
  return best?.id ?? null;
}

/** Smaller is better, the first difference decides. */
function ranks(node: Candidate): readonly number[] {
  const runSeconds = node.runSeconds ?? UNMEASURED_SECONDS;
  const wait = node.wait.seconds + node.wait.unmeasured * runSeconds;
  return [ABILITY[node.ability], Number(!node.online), wait, runSeconds, Number(!node.isDefault)];
}

const ABILITY = { fits: 0, unknown: 1, admits: 2 } as const;
