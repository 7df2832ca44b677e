import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations';

/** Names of this version's migrations, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = MIGRATIONS.map(
  (Migration) => new Migration().name ?? Migration.name,
);

/** Own SQL, because TypeORM would create the migrations table. `null` when no migration has ever run. */
export async function appliedMigrations(source: DataSource): Promise<readonly string[] | null> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return null;
    const rows = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
    return rows.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}
