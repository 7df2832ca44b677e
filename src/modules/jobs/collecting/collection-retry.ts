import { AppError } from '../../../platform/errors/app-error';
import { NodeRefused } from '../../providers/public/node-errors';
import type { JobError } from '../tracking/job-state';

/** What becomes of a job whose outputs could not be fetched. */
export type CollectionVerdict =
  | { readonly kind: 'retry'; readonly pauseMs: number }
  | { readonly kind: 'give_up'; readonly error: JobError };

/** How often a job's outputs were tried so far. */
export interface CollectionTries {
  readonly all: number;
  /** Those that the node answered, but not with the output. */
  readonly badAnswers: number;
}

/** A node that answers rubbish is asked this often before the job fails. */
const MOST_BAD_ANSWERS = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Waits for what can heal (an unreachable node, a full disk, trouble of our own: as long as it takes) and gives up on
 * what can't (the node no longer has the file; its content is no media; it never answers with the whole file).
 */
export function collectionVerdict(error: unknown, tries: CollectionTries): CollectionVerdict {
  if (error instanceof NodeRefused) {
    return giveUp('output_missing', 'The node no longer has a file that the job made.');
  }
  if (tries.badAnswers >= MOST_BAD_ANSWERS) {
    return giveUp(
      'output_unreadable',
      "The node kept answering something else than the job's outputs.",
    );
  }
  if (isNoMedia(error)) {
    return giveUp('output_unreadable', `An output of the job was refused: ${error.message}`);
  }
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(10, tries.all - 1);
  return { kind: 'retry', pauseMs: Math.min(LONGEST_PAUSE_MS, doubled) };
}

/** What media says of content that it will never take. */
function isNoMedia(error: unknown): error is AppError {
  return error instanceof AppError && [413, 415, 422].includes(error.spec.status);
}

const giveUp = (code: string, message: string): CollectionVerdict => ({
  kind: 'give_up',
  error: { code, message },
});
