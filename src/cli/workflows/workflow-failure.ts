import { AppError } from '../../platform/errors/app-error';
import { DatabaseUnready } from '../../platform/database/database-unready';
import { Advice } from '../../platform/errors/advice';
import { ExitCode } from '../exit-code';

/** Options or arguments that can't be meant. */
export class WorkflowUsage extends Advice {}

/** How a command that broke off ends, and what it says. */
export interface WorkflowFailure {
  readonly code: ExitCode;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const CODES: Readonly<Record<string, ExitCode>> = {
  workflow_not_found: ExitCode.notFound,
  workflow_builtin: ExitCode.exists,
  id_taken: ExitCode.exists,
};

/** Anything that was thrown. Pure. */
export function workflowFailure(thrown: unknown): WorkflowFailure {
  if (thrown instanceof AppError) {
    const { spec, message } = thrown;
    const body = { detail: message, code: spec.code };
    return { code: CODES[spec.code] ?? ExitCode.failed, text: message, body };
  }
  const text = thrown instanceof Error ? sentenceOf(thrown) : String(thrown);
  return { code: codeOf(thrown), text, body: { detail: text } };
}

function codeOf(thrown: unknown): ExitCode {
  if (thrown instanceof WorkflowUsage) return ExitCode.usage;
  return thrown instanceof DatabaseUnready ? ExitCode.database : ExitCode.failed;
}

const sentenceOf = (error: Error): string =>
  error instanceof Advice ? error.message : `Kinora failed: ${error.name}: ${error.message}`;
