import { Injectable, Logger } from '@nestjs/common';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { AppError, codedError, errorSpec } from '../errors/app-error';
import { UserError } from '../errors/user-error';

const UNUSABLE = errorSpec({
  code: 'database_unusable',
  status: 503,
  meaning:
    'The database can’t be read or written. `GET /api/health` says why. Then send it again with the same Idempotency-Key.',
});

/** Nothing was written. */
export class DatabaseUnusable extends AppError {
  constructor(cause?: unknown) {
    super(UNUSABLE, 'The database can’t be written: nothing was changed. Tell the operator.', {
      hint: 'GET /api/health',
      headers: { 'Retry-After': '30' },
      cause,
    });
  }
}

/** The database can't be reached at the moment. Earlier transactions of the same request may have been committed. */
export class DatabaseAway extends AppError {
  constructor(cause: unknown) {
    super(
      UNUSABLE,
      'The database doesn’t answer at the moment. Send this again, with the same Idempotency-Key if it changes something.',
      { hint: 'GET /api/health', headers: { 'Retry-After': '5' }, cause },
    );
  }
}

/** The answer to a commit was lost. */
export class OutcomeUnknown extends codedError({
  code: 'outcome_unknown',
  status: 503,
  meaning:
    'The connection to the database was lost while the request was being stored, so it may have been carried out or not. Send it again with the same Idempotency-Key; without one, look first whether it was carried out.',
}) {
  constructor(cause: unknown) {
    super(
      'The connection to the database was lost, so it is not known whether this was carried out. Send it again with the same Idempotency-Key; if you sent none, look first whether it was carried out.',
      { headers: { 'Retry-After': '5' }, cause },
    );
  }
}

/** SQLSTATE codes with which PostgreSQL, or a pooler before it, ends a connection: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONNECTION_ENDED = /^(?:08|57P)/;

/**
 * Whether a failed transaction may be stored on PostgreSQL: the answer to its COMMIT was lost, or the connection was ended
 * during it.
 */
export const mayHaveCommitted = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  error.query === 'COMMIT' &&
  (!('severity' in error) || CONNECTION_ENDED.test(codeOf(error)));

/** A connection to PostgreSQL could not be opened. */
export class ConnectionFailed extends Error {
  constructor(cause: Error) {
    // An error that stands for several attempts has no message.
    super(cause.message || codeOf(cause), { cause });
  }
}

/** The system's codes for an open connection that breaks. */
const NETWORK_ERROR = /^E(?:CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/;
/** Messages of the `pg` package for a lost connection; these errors have no code. */
const CONNECTION_LOST = /^(?:Connection terminated|Client has encountered a connection error)/;

/** Errors without a connection. TypeORM throws the last two for statements that follow in a transaction whose connection is lost. */
const WITHOUT_CONNECTION = [
  ConnectionFailed,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
];

/**
 * Whether PostgreSQL can't be reached, refused the connection or ended it. Only errors of the database driver count: a node or
 * another server that can't be reached fails with the same codes.
 */
export function isConnectionError(error: unknown): boolean {
  if (WITHOUT_CONNECTION.some((kind) => error instanceof kind)) return true;
  if (!(error instanceof QueryFailedError)) return false;
  const code = codeOf(error);
  return (
    CONNECTION_ENDED.test(code) || NETWORK_ERROR.test(code) || CONNECTION_LOST.test(error.message)
  );
}

/** Errors that are not solved by a later success. */
const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** What an operator has to do, by SQLite's code. */
const ADVICE: Readonly<Record<string, string>> = {
  SQLITE_CORRUPT:
    'The database file is damaged. Stop the service, keep a copy of the file, and restore a backup (docs/backup.md).',
  SQLITE_NOTADB:
    'The database file is damaged. Stop the service, keep a copy of the file, and restore a backup (docs/backup.md).',
  SQLITE_READONLY:
    'The database can’t be written: its file or folder is read-only for the service’s user.',
  SQLITE_CANTOPEN: 'The database file can’t be opened by the service’s user.',
  SQLITE_IOERR:
    'The disk of the database is full or reports errors. Look at its free space and the system’s log.',
};

/** `start`: seen before the database was opened; `file`: it was deleted or replaced; `pages`: some are damaged. */
type ProblemKind = `start${number}` | 'file' | 'pages' | 'statement';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** A `UserError` if the database could not be opened for a reason that the operator can solve, else the same error. */
export function asStartError(error: unknown): unknown {
  const advice = ADVICE[codeOf(error)];
  return advice === undefined ? error : new UserError(advice, { cause: error });
}

/** Problems of the database that an operator has to solve, for the health report. */
@Injectable()
export class DatabaseProblems {
  private readonly logger = new Logger('Database');
  private readonly problems = new Map<ProblemKind, string>();

  /** One sentence for each; no paths, because any caller may read them. */
  list(): readonly string[] {
    return [...new Set(this.problems.values())];
  }

  has(kind: ProblemKind): boolean {
    return this.problems.has(kind);
  }

  /** Logs a problem when it is new. `kind` identifies it until it is solved. */
  add(kind: ProblemKind, sentence: string): void {
    if (this.problems.get(kind) === sentence) return;
    this.problems.set(kind, sentence);
    this.logger.error(sentence);
  }

  solved(kind: ProblemKind): void {
    this.problems.delete(kind);
  }

  /** Keeps what a failed statement says about the database; other errors are none of its problems. */
  report(error: unknown): unknown {
    const code = codeOf(error);
    const advice = ADVICE[code];
    if (advice === undefined) return error;
    this.add(DAMAGE.has(code) ? 'pages' : 'statement', advice);
    return new DatabaseUnusable(error);
  }
}
