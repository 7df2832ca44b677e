import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { RequestHistory } from '../../generation/public/request-history';
import { BatchCap } from '../batches.errors';
import type { BatchDto } from '../dto/batch.request';
import type { BatchPlan, BatchRecord } from '../dto/batch.response';
import { BatchCreator, type MadeBatch, type NewBatch } from '../public/batch-creator';
import { BatchFeeding } from '../public/batch-feeding';
import type { BatchRow } from '../records/batch.entity';
import { BatchRecordsService } from '../records/batch-records.service';
import { BatchesRepository } from '../records/batches.repository';
import {
  type Admission,
  BatchAdmissionService,
  type PlannedBatch,
} from './batch-admission.service';
import { isKind } from './batch-shape';
import { BatchRefusals, DryRunRefusals } from './run-refusals';

/** Running batches that an owner may have. */
const MAX_RUNNING = 20;
/** Random seeds are below this, so that every sampler accepts them. */
const SEED_COUNT = 2 ** 32;
const ID_BYTES = 12;

/** Creates batches: every run is planned, and either all of them are accepted or nothing is stored. */
@Injectable()
export class BatchCreationService implements BatchCreator {
  constructor(
    private readonly admission: BatchAdmissionService,
    private readonly rows: BatchesRepository,
    private readonly records: BatchRecordsService,
    private readonly history: RequestHistory,
    private readonly feeding: BatchFeeding,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws what a generate request throws for the first refused run; BatchCap, QuotaReached, BatchPlanningBusy */
  async create(caller: Caller, body: BatchDto): Promise<BatchRecord> {
    const batch = this.read(body);
    const admission = await this.admit(caller, batch);
    const row = this.row(caller, body.name ?? '', batch, admission);
    const isInserted = await this.rows.insert(row, MAX_RUNNING, async (tx) => {
      await this.history.record(tx, caller, admission.used);
      await this.records.storeEvent(row);
    });
    if (!isInserted) throw new BatchCap(MAX_RUNNING);
    this.feeding.wake(caller.ownerId);
    return this.records.newRecord(caller, row);
  }

  make(caller: Caller, batch: NewBatch): Promise<MadeBatch> {
    return this.create(caller, bodyOf(batch));
  }

  async check(caller: Caller, { axes, ...rest }: NewBatch): Promise<void> {
    const batch = this.read(bodyOf({ axes, ...rest }));
    const last = axes.slice(-1).map(({ param, values }) => ({ param, values: values.slice(0, 1) }));
    await this.admit(caller, { ...batch, axes: [...batch.axes.slice(0, -1), ...last] });
  }

  async find(caller: Caller, id: string): Promise<BatchRecord | null> {
    const batch = await this.rows.findFor(caller, id);
    return batch && this.records.record(caller, batch);
  }

  /**
   * What {@link create} would do. What it would refuse is returned, not thrown.
   * @throws ValidationFailed (a body of invalid shape), BatchPlanningBusy
   */
  async dryRun(caller: Caller, body: BatchDto): Promise<BatchPlan> {
    const batch = this.read(body);
    const refusals = new DryRunRefusals(batch.axes);
    await this.assertRoom(caller).catch((error: unknown) => refusals.addWhole(error));
    const { total, expectedSeconds } = await this.admission.planAll(caller, batch, refusals);
    return { total, expected_seconds: expectedSeconds, refused: refusals.listed };
  }

  private async admit(caller: Caller, batch: PlannedBatch): Promise<Admission> {
    await this.assertRoom(caller);
    const refusals = new BatchRefusals(batch.axes);
    const admission = await this.admission.planAll(caller, batch, refusals);
    refusals.throwIfAny();
    return admission;
  }

  /** @throws BatchCap, QuotaReached */
  private async assertRoom(caller: Caller): Promise<void> {
    if ((await this.rows.countRunning(caller.ownerId)) >= MAX_RUNNING)
      throw new BatchCap(MAX_RUNNING);
    await this.admission.assertStorage(caller);
  }

  private read(body: BatchDto): PlannedBatch {
    const errors = this.admission.shapeErrors(body);
    const { type, ...base } = body.base;
    if (errors.length > 0 || !isKind(type)) throw new ValidationFailed(errors);
    const { axes = [], mode = 'product', count = 1 } = body;
    return { kind: type, base, axes, mode, count, seed: this.ids.integer(SEED_COUNT) };
  }

  private row(
    { ownerId }: Caller,
    name: string,
    { kind, base, axes, mode, count }: PlannedBatch,
    { total, expectedSeconds, seed }: Admission,
  ): BatchRow {
    return {
      id: `bat_${this.ids.token(ID_BYTES)}`,
      owner_id: ownerId,
      name,
      status: 'running',
      reason: null,
      is_cancelling: false,
      kind,
      base: { ...base },
      axes: [...axes],
      mode,
      count,
      seed,
      total,
      fed: 0,
      expected_seconds: expectedSeconds,
      created_at: this.clock.timestamp(),
      finished_at: null,
    };
  }
}

const bodyOf = ({ name, base, axes }: NewBatch): BatchDto => ({
  name,
  base: { ...base },
  axes: axes.map(({ param, values }) => ({ param, values: [...values] })),
});
