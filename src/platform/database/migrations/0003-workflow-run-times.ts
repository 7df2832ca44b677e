import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** How long workflows ran on which node: a ring of a fixed number of rows for each pair. */
export class WorkflowRunTimes0003 implements MigrationInterface {
  readonly name = 'WorkflowRunTimes0000000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_run_times',
        columns: [
          { name: 'workflow', type: 'text', isPrimary: true },
          { name: 'provider', type: 'text', isPrimary: true },
          { name: 'slot', type: 'integer', isPrimary: true },
          { name: 'sequence', type: 'bigint' },
          { name: 'seconds', type: 'double precision' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('workflow_run_times');
  }
}
