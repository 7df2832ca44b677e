import { UserError } from '../errors/user-error';
import { type DatabaseUrl, sqlitePath } from './data-source-options';

/** The database of a command is missing, unreachable or of another version. */
export class DatabaseNotReady extends UserError {
  static absent(path: string): DatabaseNotReady {
    return new DatabaseNotReady(
      `There is no database at ${path} yet. Start Kinora once (npm start) and run this again; ` +
        'if it is elsewhere, set KINORA_DATA_DIR, KINORA_DATABASE_URL or KINORA_CONFIG to the values of the server.',
    );
  }

  static unreachable(url: DatabaseUrl, cause: unknown): DatabaseNotReady {
    const database = sqlitePath(url) ?? 'PostgreSQL';
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new DatabaseNotReady(
      `The database (${database}) can't be used: ${reason}. Check KINORA_DATABASE_URL or database.url, ` +
        'whether the database runs, and whether this user may write to it.',
      { cause },
    );
  }

  static of(state: Exclude<SchemaState, 'ready'>): DatabaseNotReady {
    return new DatabaseNotReady(MESSAGES[state]);
  }
}

const MESSAGES = {
  empty:
    'The database has no tables of Kinora yet. Start Kinora once (npm start) and run this again.',
  older:
    'The database is of an older version than this command. ' +
    'Start Kinora once (npm start), which brings it up to date, and run this again.',
  newer:
    'The database is of a newer version than this command, which could damage it. ' +
    'Use the command of the Kinora version that the server runs.',
} as const;

/** The schema of a database compared with this version's migrations. */
export type SchemaState = 'ready' | 'empty' | 'older' | 'newer';

/**
 * Compares the executed migrations with the available ones. `executed` is `null` when none has ever run.
 * A database with unknown migrations counts as newer even if it lacks others, because this version can't migrate it.
 */
export function schemaState(
  executed: readonly string[] | null,
  available: readonly string[],
): SchemaState {
  if (executed === null || executed.length === 0) return 'empty';
  if (executed.some((name) => !available.includes(name))) return 'newer';
  return available.every((name) => executed.includes(name)) ? 'ready' : 'older';
}
