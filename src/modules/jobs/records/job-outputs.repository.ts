import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { plainRows } from '../../../platform/database/plain-rows';
import { ReadConnection } from '../../../platform/database/read-connection';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { updateRows, upsertRows } from '../../../platform/database/write-rows';
import { JobEntity, JobOutputEntity, type JobOutputRow, SUMMARY_TEXT_LENGTH } from './job.entity';

const OUTPUT_COLUMNS = [
  'prompt_id',
  'position',
  'type',
  'filename',
  'path',
  'width',
  'height',
  'duration',
  'folder_type',
  'text',
] as const satisfies readonly (keyof JobOutputRow)[];

/** What is collected of jobs. Callers see it once its job has ended. */
@Injectable()
export class JobOutputsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /**
   * Adds an output of a job that is being collected, in the running transaction if there is one; one that is collected
   * again replaces the earlier one.
   * @returns `false` when the job has ended, so that nothing is added
   */
  add(output: JobOutputRow): Promise<boolean> {
    const { prompt_id } = output;
    const collecting = { prompt_id, phase: 'collecting' } as const;
    const write = async (tx: Transaction): Promise<boolean> => {
      // Changes nothing, but locks the row: the job ends before this transaction or after it.
      if ((await updateRows(tx, JobEntity, collecting, collecting)) === 0) return false;
      await upsertRows(tx, JobOutputEntity, [output], ['prompt_id', 'position']);
      return true;
    };
    return this.gate.run(write, { flush: false });
  }

  /** Outputs of a job, in order. */
  async of(promptId: string, manager = this.read.manager): Promise<JobOutputRow[]> {
    const where = { prompt_id: promptId };
    return manager.find(JobOutputEntity, { where, order: { position: 'ASC' } });
  }

  /** Outputs of several jobs in one statement, in order; of a text only the beginning is read. */
  async short(promptIds: readonly string[]): Promise<JobOutputRow[]> {
    if (promptIds.length === 0) return [];
    const query = this.read.manager
      .createQueryBuilder(JobOutputEntity, 'output')
      .where({ prompt_id: In([...promptIds]) })
      .orderBy('output.prompt_id')
      .addOrderBy('output.position');
    return plainRows(query, OUTPUT_COLUMNS, {
      text: `SUBSTR(output.text, 1, ${SUMMARY_TEXT_LENGTH})`,
    });
  }
}
