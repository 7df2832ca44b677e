import { AppError } from '../../../platform/errors/app-error';
import { NodeRefused } from '../../providers/public/node-errors';
import type { JobErrorCode } from '../tracking/job-errors';
import type { JobError } from '../tracking/job-state';

/** What follows a failed attempt to fetch a job's outputs. */
type NextStep =
  | { readonly kind: 'retry'; readonly pauseMs: number }
  | { readonly kind: 'give_up'; readonly error: JobError };

/** Failed attempts so far. */
interface CollectionTries {
  readonly all: number;
  /** Attempts that the node answered, but not with the output. */
  readonly badAnswers: number;
}

const MAX_BAD_ANSWERS = 6;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/**
 * Retries what can recover (an unreachable node, a full disk, an error of our own), without a limit. Gives up on what
 * can't: the node no longer has the file, its content is no media, or the node never sends the whole file.
 */
export function nextStep(error: unknown, tries: CollectionTries): NextStep {
  if (error instanceof NodeRefused) {
    return giveUp('output_missing', 'The node no longer has a file that the job made.');
  }
  if (tries.badAnswers >= MAX_BAD_ANSWERS) {
    return giveUp(
      'output_unreadable',
      "The node kept answering something else than the job's outputs.",
    );
  }
  if (isNoMedia(error)) {
    return giveUp('output_unreadable', `An output of the job was refused: ${error.message}`);
  }
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(10, tries.all - 1);
  return { kind: 'retry', pauseMs: Math.min(MAX_PAUSE_MS, doubled) };
}

/** Did media refuse the content for good? */
function isNoMedia(error: unknown): error is AppError {
  return error instanceof AppError && [413, 415, 422].includes(error.spec.status);
}

const giveUp = (code: JobErrorCode, message: string): NextStep => ({
  kind: 'give_up',
  error: { code, message },
});
