import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/**
 * The last turn of each owner at each node, and the index that finds the owners with waiting jobs. The index is raw SQL,
 * because TypeORM can't build an index over an expression; the expression groups all jobs without an owner.
 */
export class JobTurns0006 implements MigrationInterface {
  readonly name = 'JobTurns0000000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'job_turns',
        columns: [
          { name: 'provider', type: 'text', isPrimary: true },
          { name: 'owner', type: 'text', isPrimary: true },
          { name: 'turn', type: 'bigint' },
        ],
        indices: [{ name: 'job_turns_by_turn', columnNames: ['provider', 'turn'] }],
      }),
    );
    await runner.query(
      "CREATE INDEX jobs_waiting ON jobs (provider, COALESCE(owner_id, ''), created_at, prompt_id) " +
        "WHERE phase = 'waiting'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX jobs_waiting');
    await runner.dropTable('job_turns');
  }
}
