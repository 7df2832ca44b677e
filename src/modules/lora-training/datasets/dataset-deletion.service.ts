import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { WriteGate } from '../../../platform/database/write-gate';
import type { Plain } from '../../../platform/plain';
import { DatasetMedia } from '../../media/public/dataset-media';
import type { DeletedDatasetResponse } from '../dto/dataset.response';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetStorageService } from './dataset-storage.service';
import { DatasetsRepository } from './datasets.repository';
import { DatasetsService } from './datasets.service';

/** Deletes datasets. */
@Injectable()
export class DatasetDeletionService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly rows: DatasetsRepository,
    private readonly files: DatasetFilesStore,
    private readonly media: DatasetMedia,
    private readonly storage: DatasetStorageService,
    private readonly gate: WriteGate,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Removes the dataset, and its folder if this service made it.
   * @throws DatasetNotFound, DatasetFrozen, TrainingNotConfigured, TrainingRootMissing
   */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedDatasetResponse>> {
    return this.datasets.change(caller, id, async (dataset) => {
      const { source, owner_id: ownerId } = dataset;
      // Without the root nothing would be found, and the folder would be left without its dataset.
      await this.files.requireRoot();
      await this.media.setMembership(caller, id, await this.files.names(id), false);
      // The folder first: if that fails, the dataset is still listed and can be deleted again.
      if (source === 'made') await this.files.removeFolder(id);
      await this.files.removeState(id);
      await this.gate.run(async (tx) => {
        const operation = { action: 'dataset.delete', kind: 'dataset', subject: id, ownerId };
        await this.rows.delete(id);
        await this.storage.release(dataset);
        await this.auditLog.recordForeign(tx, caller, operation);
      });
      return { ok: true, id };
    });
  }
}
