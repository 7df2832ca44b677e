import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const id = (name: string) => ({ name, type: 'text', isPrimary: true });

/** When each owner last used which workflow. */
export class WorkflowUses0015 implements MigrationInterface {
  readonly name = 'WorkflowUses0000000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_uses',
        columns: [id('owner'), id('workflow'), { name: 'last_used_at', type: 'text' }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('workflow_uses');
  }
}
