import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const integer = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
const number = (name: string) => ({ name, type: 'double precision', isNullable: true });

/** The columns that lists of jobs are sorted by. */
const NEWEST = ['created_at', 'prompt_id'];

/** Jobs with their graphs and requests (payloads), their outputs and their characters. */
export class Jobs0001 implements MigrationInterface {
  readonly name = 'Jobs0000000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'jobs',
        columns: [
          { ...text('prompt_id'), isPrimary: true },
          text('owner_id', true),
          text('kind'),
          text('workflow'),
          text('mode'),
          text('provider'),
          { name: 'provider_auto', type: 'boolean' },
          text('status'),
          text('phase'),
          text('prompt'),
          text('name_prefix'),
          text('project', true),
          text('description'),
          text('characters'),
          text('models'),
          text('loras'),
          text('settings'),
          integer('attempts'),
          integer('losses'),
          { name: 'uncertain', type: 'boolean' },
          integer('handed_over_at', true),
          integer('absent_since', true),
          integer('accepted_at', true),
          integer('started_at', true),
          integer('finished_at', true),
          integer('not_before', true),
          integer('provider_gone_since', true),
          number('number'),
          text('node_errors', true),
          text('error', true),
          integer('revision'),
          text('created_at'),
        ],
        // Each filter has an index in the order of the list, so that a page is fast even if few jobs match.
        indices: [
          { name: 'jobs_by_time', columnNames: NEWEST },
          { name: 'jobs_by_owner', columnNames: ['owner_id', ...NEWEST] },
          { name: 'jobs_by_status', columnNames: ['status', ...NEWEST] },
          { name: 'jobs_by_kind', columnNames: ['kind', ...NEWEST] },
          { name: 'jobs_by_workflow', columnNames: ['workflow', ...NEWEST] },
          { name: 'jobs_by_provider', columnNames: ['provider', ...NEWEST] },
          { name: 'jobs_by_project', columnNames: ['project', ...NEWEST] },
        ],
      }),
    );
    // Most jobs are finished: the engine's queries must not scan them.
    await runner.createIndex(
      'jobs',
      new TableIndex({
        name: 'jobs_open',
        columnNames: ['phase', 'provider', 'created_at'],
        where: "phase <> 'done'",
      }),
    );
    await runner.createIndex(
      'jobs',
      new TableIndex({
        name: 'jobs_active',
        columnNames: ['owner_id'],
        where: "status IN ('queued', 'running')",
      }),
    );
    await runner.createTable(
      new Table({
        name: 'job_payloads',
        columns: [
          { ...text('prompt_id'), isPrimary: true },
          text('graph'),
          text('request'),
          text('inputs'),
          text('result', true),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'job_outputs',
        columns: [
          { ...text('prompt_id'), isPrimary: true },
          { name: 'position', type: 'integer', isPrimary: true },
          text('type'),
          text('filename'),
          text('path', true),
          text('text', true),
          integer('width', true),
          integer('height', true),
          number('duration'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'job_characters',
        columns: [
          { ...text('character_id'), isPrimary: true },
          { ...text('prompt_id'), isPrimary: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['job_characters', 'job_outputs', 'job_payloads', 'jobs']) {
      await runner.dropTable(table);
    }
  }
}
