import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/**
 * Whose turn it was at which node, and the index that finds who waits. Its expression gives jobs without an owner one
 * place among the owners, on both databases; the builder has no words for such an index.
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
