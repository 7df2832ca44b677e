import { AppError } from '../../platform/errors/app-error';
import { NodeBusy, NodeRefused, NodeUnreachable } from '../providers/public/node-errors';
import type { JobError } from './job-state';

/** What becomes of a job whose outputs could not be fetched. */
export type CollectionVerdict =
  | { readonly kind: 'retry'; readonly pauseMs: number }
  | { readonly kind: 'give_up'; readonly error: JobError };

/** A node that answers rubbish is asked this often before the job fails. */
const BAD_ANSWERS = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Waits for what can heal (an unreachable node, a full disk: as long as it takes) and gives up on what can't (the node
 * no longer has the file; its content is no media).
 */
export function collectionVerdict(error: unknown, tries: number): CollectionVerdict {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  if (error instanceof NodeRefused) {
    return giveUp('output_missing', 'The node no longer has a file that the job made.');
  }
  if (error instanceof NodeUnreachable || error instanceof NodeBusy) {
    return { kind: 'retry', pauseMs };
  }
  if (error instanceof AppError && error.spec.status < 500) {
    return giveUp('output_unreadable', `An output of the job was refused: ${error.message}`);
  }
  if (error instanceof AppError && error.spec.status === 507) return { kind: 'retry', pauseMs };
  return tries < BAD_ANSWERS
    ? { kind: 'retry', pauseMs }
    : giveUp('output_unreadable', 'The node kept answering something else than the job’s outputs.');
}

const giveUp = (code: string, message: string): CollectionVerdict => ({
  kind: 'give_up',
  error: { code, message },
});
