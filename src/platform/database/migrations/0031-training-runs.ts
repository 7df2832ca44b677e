import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const flag = (name: string) => ({ name, type: 'boolean' });
const integer = (name: string) => ({ name, type: 'bigint' });

/** Training runs. */
export class TrainingRuns0031 implements MigrationInterface {
  readonly name = 'TrainingRuns0000000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'training_runs',
        columns: [
          { ...text('job_name'), isPrimary: true },
          text('owner_id', true),
          text('status'),
          text('phase', true),
          text('stage'),
          text('marker'),
          flag('is_sent'),
          flag('is_stop_sent'),
          text('toolkit_id', true),
          text('gpu_ids'),
          text('dataset'),
          text('base_config'),
          text('model'),
          text('trigger_word'),
          text('config'),
          text('config_path'),
          text('output_dir'),
          integer('step'),
          integer('steps'),
          { name: 'seconds_per_step', type: 'double precision', isNullable: true },
          text('loss'),
          text('info'),
          text('error', true),
          text('toolkit_error', true),
          text('moved_at'),
          text('created_at'),
          text('started_at', true),
          text('finished_at', true),
        ],
        indices: [
          { name: 'training_runs_by_time', columnNames: ['created_at', 'job_name'] },
          { name: 'training_runs_by_owner', columnNames: ['owner_id', 'created_at', 'job_name'] },
          { name: 'training_runs_by_status', columnNames: ['status', 'dataset'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('training_runs');
  }
}
