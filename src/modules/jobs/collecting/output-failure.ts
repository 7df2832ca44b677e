import { isUnwritableRow } from '../../../platform/database/unwritable-row';
import { AppError } from '../../../platform/errors/app-error';
import type { NodeOutput } from '../../providers/public/node-access';
import { NodeBadAnswer, NodeRefused, OutputTooLarge } from '../../providers/public/node-errors';
import type { OutputFailureCode } from '../tracking/job-errors';
import type { OutputFailure } from '../tracking/job-state';

/** Downloads of one output that break off, are too slow, or are answered with an error of the node. */
const MAX_BAD_ANSWERS = 6;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/**
 * Why an output can't be kept; `null` for what can recover: an unreachable node, a full disk, a few bad answers, an
 * error of our own.
 * @param badAnswers how often the node has answered the download badly so far
 */
export function outputFailure(
  error: unknown,
  output: NodeOutput,
  badAnswers: number,
): OutputFailure | null {
  const file = output.kind === 'file' ? `The output '${output.filename}'` : 'A text output';
  const failure = (code: OutputFailureCode, problem: string): OutputFailure => ({
    code,
    message: `${file} of the graph node ${output.nodeId} could not be kept: ${problem}`,
    node_id: output.nodeId,
  });
  if (error instanceof NodeRefused) return failure('output_missing', 'the node has no such file.');
  if (error instanceof OutputTooLarge) return failure('output_too_large', error.message);
  if (isUnwritableRow(error)) return failure('not_storable', 'the database refused its record.');
  if (isRefusedByMedia(error))
    return failure('output_unreadable', 'it is damaged, empty or not what its name says.');
  if (error instanceof NodeBadAnswer && badAnswers >= MAX_BAD_ANSWERS)
    return failure('output_unreadable', `${badAnswers} downloads failed. ${error.message}`);
  return null;
}

/** How long to wait after so many failed rounds, in milliseconds. */
export function pauseAfter(failedRounds: number): number {
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(10, failedRounds - 1);
  return Math.min(MAX_PAUSE_MS, doubled);
}

function isRefusedByMedia(error: unknown): boolean {
  return error instanceof AppError && [413, 415, 422].includes(error.spec.status);
}
