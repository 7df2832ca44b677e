import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner } from '../../../platform/access/scope';
import { Clock } from '../../../platform/clock/clock';
import { AppError } from '../../../platform/errors/app-error';
import { IdTaken } from '../../../platform/errors/id-taken';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { readPage } from '../../../platform/http/paging';
import type { DatasetDto, DatasetsQuery } from '../dto/dataset.request';
import type { DatasetPage, DatasetRecord } from '../dto/dataset.response';
import { TrainingRunsRepository } from '../runs/training-runs.repository';
import { DatasetFrozen, DatasetLimitReached, DatasetNotFound } from './dataset.errors';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';
import { DatasetStorageService } from './dataset-storage.service';
import type { DatasetRow } from './dataset.entity';
import { DatasetsRepository } from './datasets.repository';

const MAX_DATASETS_PER_OWNER = 1000;

/** Datasets: folders of pictures that runs are trained on. */
@Injectable()
export class DatasetsService {
  constructor(
    private readonly rows: DatasetsRepository,
    private readonly files: DatasetFilesStore,
    private readonly locks: DatasetLocks,
    private readonly storage: DatasetStorageService,
    private readonly runs: TrainingRunsRepository,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the folder, or registers one that an admin names.
   * @throws TrainingNotConfigured, TrainingRootMissing, IdTaken, DatasetLimitReached, DiskFull
   */
  async create(caller: Caller, body: DatasetDto): Promise<DatasetRecord> {
    const { id, name, description = '' } = body;
    return this.locks.run(id, async () => {
      const isMade = await this.files.isFree(id);
      if (!isMade && !(caller.isAdmin && (await this.files.exists(id)))) throw taken();
      const dataset: DatasetRow = {
        id,
        name,
        description,
        owner_id: caller.ownerId,
        source: isMade ? 'made' : 'registered',
        created_at: this.clock.timestamp(),
      };
      const result = await this.rows.insert(dataset, MAX_DATASETS_PER_OWNER);
      if (result === 'taken') throw taken();
      if (result === 'limit') throw new DatasetLimitReached(MAX_DATASETS_PER_OWNER);
      if (isMade) await this.makeFolder(id);
      return this.record(caller, dataset);
    });
  }

  /**
   * After the row: its owner can delete a dataset without a folder, but nobody except an admin could use the name of a
   * folder without a dataset.
   */
  private async makeFolder(id: string): Promise<void> {
    try {
      // Somebody else may have made one since it was found to be free.
      if (!(await this.files.create(id))) throw taken();
    } catch (error) {
      await this.rows.delete(id);
      throw error;
    }
  }

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: DatasetsQuery): Promise<DatasetPage> {
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page(ownerId, readPage(query));
    const frozenBy = await this.runs.unfinishedByDataset(page.items.map(({ id }) => id));
    const items = await Promise.all(page.items.map((row) => this.record(caller, row, frozenBy)));
    return { ...page, items };
  }

  /** @throws DatasetNotFound */
  async get(caller: Caller, id: string): Promise<DatasetRecord> {
    const dataset = await this.find(caller, id);
    return this.record(caller, dataset, await this.runs.unfinishedByDataset([id]));
  }

  /** The row. @throws DatasetNotFound */
  async find(caller: Caller, id: string): Promise<DatasetRow> {
    const dataset = await this.rows.findFor(caller, id);
    if (!dataset) throw new DatasetNotFound();
    return dataset;
  }

  /** The row. @throws DatasetNotFound, DatasetFrozen */
  async findUnfrozen(caller: Caller, id: string): Promise<DatasetRow> {
    const dataset = await this.find(caller, id);
    const jobName = (await this.runs.unfinishedByDataset([id])).get(id);
    if (jobName !== undefined) throw new DatasetFrozen(await this.shownName(caller, jobName));
    return dataset;
  }

  /**
   * Changes the files of a dataset while nothing else does. The dataset is looked up before, so that the time to wait for
   * its lock doesn't tell whether another owner has one with this id.
   * @throws DatasetNotFound, DatasetFrozen, what `work` throws
   */
  async change<T>(
    caller: Caller,
    id: string,
    work: (dataset: DatasetRow) => Promise<T>,
  ): Promise<T> {
    await this.find(caller, id);
    return this.locks.run(id, async () => {
      const dataset = await this.findUnfrozen(caller, id);
      const isMarked = await this.files.mark(id);
      let isSettled = false;
      try {
        const result = await work(dataset);
        isSettled = true;
        return result;
      } catch (error) {
        isSettled =
          error instanceof ValidationFailed ||
          (error instanceof AppError && error.spec.status < 500);
        throw error;
      } finally {
        await this.storage.recount(dataset);
        if (isMarked && isSettled) await this.files.unmark(id);
      }
    });
  }

  /** Empty for a run that the caller may not see: one that an admin has started on the dataset of somebody else. */
  private async shownName(caller: Caller, jobName: string): Promise<string> {
    return (await this.runs.findFor(caller, jobName)) === null ? '' : jobName;
  }

  /** @param frozenBy names of unfinished runs by dataset */
  private async record(
    caller: Caller,
    dataset: DatasetRow,
    frozenBy: ReadonlyMap<string, string> = new Map(),
  ): Promise<DatasetRecord> {
    const { id, name, description, source, created_at, owner_id } = dataset;
    const image_count = (await this.files.names(id)).length;
    const owner = caller.isAdmin ? { owner: this.owners.nameOf(owner_id) } : {};
    const jobName = frozenBy.get(id);
    const frozen_by = jobName === undefined ? null : await this.shownName(caller, jobName);
    return { id, name, description, image_count, source, frozen_by, created_at, ...owner };
  }
}

const taken = (): IdTaken => new IdTaken('GET /api/lora-training/datasets');
