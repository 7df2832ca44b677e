import { UserError } from '../errors/user-error';
import { type DatabaseUrl, sqlitePath } from './data-source-options';
import type { SchemaState } from './schema-state';

/** The database of a command is missing, unreachable or of another version. */
export class DatabaseUnready extends UserError {
  static absent(path: string): DatabaseUnready {
    return new DatabaseUnready(
      `There is no database at ${path} yet. Start Kinora once (npm start) and run this again; ` +
        'if it lies elsewhere, set KINORA_DATA_DIR, KINORA_DATABASE_URL or KINORA_CONFIG as the server has them.',
    );
  }

  static unreachable(url: DatabaseUrl, cause: unknown): DatabaseUnready {
    const database = sqlitePath(url) ?? 'PostgreSQL';
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new DatabaseUnready(
      `The database (${database}) can't be used: ${reason}. Look at KINORA_DATABASE_URL or database.url, ` +
        'whether it runs, and whether this user may write to it.',
      { cause },
    );
  }

  static of(state: Exclude<SchemaState, 'ready'>): DatabaseUnready {
    return new DatabaseUnready(MESSAGES[state]);
  }
}

const MESSAGES = {
  empty:
    'The database holds nothing of Kinora yet. Start Kinora once (npm start) and run this again.',
  older:
    'The database is of an older version than this command. ' +
    'Start Kinora once (npm start), which brings it up to date, and run this again.',
  newer:
    'The database is of a newer version than this command, which could damage it. ' +
    'Use the command of the Kinora that the server runs.',
} as const;
