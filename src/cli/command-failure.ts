import { DatabaseNotReady } from '../platform/database/database-not-ready';
import { UserError } from '../platform/errors/user-error';
import { AppError } from '../platform/errors/app-error';
import { ValidationFailed } from '../platform/errors/validation-failed';
import { ExitCode, EXIT_NAMES } from './exit-code';
import { KeyFileRefused } from './key-file';

/** Invalid options or arguments. */
export class UsageError extends UserError {}

/** The change is committed, but its answer could not be written; a key was printed elsewhere instead. */
export class AnswerNotWritten extends UserError {}

/** There is no account with this id. Its message names the id, because the routes' message refers to their path. */
export class AgentMissing extends UserError {
  constructor(id: string) {
    super(`There is no agent '${id}'. See which there are: npm run keys -- list`);
  }

  /** Converts `AgentNotFound` for the account `id`; other errors stay as they are. */
  static fromError(thrown: unknown, id: string): unknown {
    const isAbsence =
      thrown instanceof AppError && thrown.spec.code === EXIT_NAMES[ExitCode.notFound];
    return isAbsence ? new AgentMissing(id) : thrown;
  }
}

/** How a failed command ends: exit code, message for people, and a body like that of HTTP errors for programs. */
export interface Failure {
  readonly code: ExitCode;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The failure for any thrown value. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ValidationFailed)
    return {
      code: ExitCode.usage,
      text: thrown.errors.map(({ loc, msg }) => `${optionNameAt(loc)}: ${msg}`).join('\n'),
      body: {
        detail: thrown.errors.map((item) => ({ ...item, loc: optionAt(item.loc) })),
        code: EXIT_NAMES[ExitCode.usage],
      },
    };
  if (thrown instanceof AppError) return appFailure(thrown);
  return failureWith(codeOf(thrown), messageOf(thrown));
}

const failureWith = (code: ExitCode, text: string): Failure => ({
  code,
  text,
  body: { detail: text, code: EXIT_NAMES[code] },
});

/** Exit codes by error code of the services. */
const CODES: Readonly<Record<string, ExitCode>> = {
  agent_exists: ExitCode.exists,
  id_taken: ExitCode.exists,
  workflow_builtin: ExitCode.exists,
  workflow_no_file: ExitCode.exists,
  workflow_not_found: ExitCode.notFound,
};

function appFailure({ spec, message }: AppError): Failure {
  return {
    code: CODES[spec.code] ?? ExitCode.failed,
    text: message,
    body: { detail: message, code: spec.code },
  };
}

function codeOf(thrown: unknown): ExitCode {
  if (thrown instanceof UsageError) return ExitCode.usage;
  if (thrown instanceof AgentMissing) return ExitCode.notFound;
  if (thrown instanceof KeyFileRefused) return ExitCode.keyFile;
  if (thrown instanceof AnswerNotWritten) return ExitCode.notWritten;
  if (thrown instanceof DatabaseNotReady) return ExitCode.database;
  return ExitCode.failed;
}

const DATABASE_MESSAGES: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'Another process has been writing to the database for long. Run this again.',
  SQLITE_READONLY:
    'This user may not write to the database. Run this as the user that Kinora runs as.',
};

/** Without stack and SQL statement, whose parameters may contain the hash of a key. */
function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Kinora failed: ${String(thrown)}`;
  if (thrown instanceof UserError) return thrown.message;
  const { code } = thrown as NodeJS.ErrnoException;
  return DATABASE_MESSAGES[code ?? ''] ?? `Kinora failed: ${thrown.name}: ${thrown.message}`;
}

/** The option or argument of each field. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  id: '<id>',
  is_admin: '--admin',
  allowed_characters: '--characters',
  allowed_workflows: '--workflows',
  max_concurrent_jobs: '--max-concurrent',
};

type Loc = readonly (string | number)[];

/** The option or argument of a location such as `["body", "allowed_workflows", 1]`: `["--workflows", 1]`. */
function optionAt([, field = '', ...positions]: Loc): Loc {
  return [OPTION_NAMES[field] ?? String(field), ...positions];
}

/** The same for people: `--workflows, item 2`. */
function optionNameAt(loc: Loc): string {
  const [name = '', position] = optionAt(loc);
  return typeof position === 'number' ? `${name}, item ${position + 1}` : String(name);
}
