import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { WriteGate } from '../../../platform/database/write-gate';
import { DatasetLocks } from '../datasets/dataset-locks';
import type { DeleteRunQuery } from '../dto/run.request';
import type { DeletedRun } from '../dto/run.response';
import { LoraFolderStore } from '../publishing/lora-folder.store';
import { PublishedLorasRepository } from '../publishing/published-loras.repository';
import { TrainingRunUnfinished } from '../training.errors';
import { keptDir } from './checkpoint-files.store';
import { RunFilesStore } from './run-files.store';
import { UNFINISHED } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';
import { TrainingRunsService } from './training-runs.service';

/** Deletes runs. */
@Injectable()
export class RunDeletionService {
  constructor(
    private readonly runs: TrainingRunsService,
    private readonly rows: TrainingRunsRepository,
    private readonly loras: PublishedLorasRepository,
    private readonly files: RunFilesStore,
    private readonly locks: DatasetLocks,
    private readonly folder: LoraFolderStore,
    private readonly gate: WriteGate,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Deletes the record, its config, and the checkpoints and samples that were kept. Its job and its folder in the toolkit
   * stay, and so do published LoRAs.
   * @throws TrainingRunNotFound, TrainingRootMissing; TrainingRunUnfinished unless it is being stopped and `force` is sent
   */
  async delete(
    caller: Caller,
    jobName: string,
    { force = false }: DeleteRunQuery,
  ): Promise<DeletedRun> {
    const { dataset } = await this.runs.find(caller, jobName);
    // The locks of continued runs and of publications, so that the run is neither continued nor published meanwhile.
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      this.locks.run(dataset, () => this.folder.exclusively(jobName, work));
    return inTurn(async () => {
      const run = await this.runs.find(caller, jobName);
      const { status, config_path, owner_id: ownerId } = run;
      if (UNFINISHED.includes(status) && !(force && status === 'stopping'))
        throw new TrainingRunUnfinished(jobName, status, 'deleted');
      await this.files.requireRoot();
      // The files first: if that fails, the run is still listed and can be deleted again.
      await this.files.removeFolder(keptDir(jobName));
      await this.files.remove(config_path);
      await this.gate.run(async (tx) => {
        const operation = {
          action: 'training.delete',
          kind: 'training',
          subject: jobName,
          ownerId,
        };
        await this.loras.detach(tx, jobName);
        await this.rows.delete(run);
        await this.auditLog.recordForeign(tx, caller, operation);
      });
      if (UNFINISHED.includes(status)) {
        // A look-up may have kept another checkpoint meanwhile.
        await this.runs.afterLookUps(jobName);
        await this.files.removeFolder(keptDir(jobName));
      }
      return { ok: true, job_name: jobName };
    });
  }
}
