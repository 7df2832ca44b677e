import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The prompts of jobs as the list searches them. Those of earlier jobs are folded as the database can. */
export class JobTexts0014 implements MigrationInterface {
  readonly name = 'JobTexts0000000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'job_texts',
        columns: [
          { name: 'prompt_id', type: 'text', isPrimary: true },
          { name: 'folded', type: 'text' },
        ],
      }),
    );
    await runner.query(
      'INSERT INTO job_texts (prompt_id, folded) SELECT prompt_id, LOWER(prompt) FROM jobs',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('job_texts');
  }
}
