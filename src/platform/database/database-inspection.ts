import { DataSource } from 'typeorm';
import { appliedMigrations, KNOWN_MIGRATIONS } from './applied-migrations';
import { type DatabaseUrl, readOptions } from './data-source-options';
import { type SchemaState, schemaState } from './database-not-ready';

/** Faults that SQLite lists at most. */
const MAX_FAULTS = 5;

export interface DatabaseState {
  readonly schema: SchemaState;
  /** Migrations of this version that haven't run. */
  readonly pending: number;
  /** What SQLite finds damaged; PostgreSQL checks its pages itself. */
  readonly faults: readonly string[];
}

/**
 * Looks at a database without changing it; a server may be using it.
 * @param isThorough compares indexes with tables, too, which takes several times as long
 * @throws when it can't be opened or read
 */
export async function inspectDatabase(
  url: DatabaseUrl,
  isThorough: boolean,
): Promise<DatabaseState> {
  const source = new DataSource(readOptions(url));
  await source.initialize();
  try {
    const applied = await appliedMigrations(source);
    return {
      schema: schemaState(applied, KNOWN_MIGRATIONS),
      pending: KNOWN_MIGRATIONS.filter((name) => !applied?.includes(name)).length,
      faults: source.options.type === 'sqlite' ? await faultsOf(source, isThorough) : [],
    };
  } finally {
    await source.destroy();
  }
}

async function faultsOf(source: DataSource, isThorough: boolean): Promise<readonly string[]> {
  const check = isThorough ? 'integrity_check' : 'quick_check';
  const rows = await source.query<Record<string, string>[]>(`PRAGMA ${check}(${MAX_FAULTS})`);
  return rows.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok');
}
