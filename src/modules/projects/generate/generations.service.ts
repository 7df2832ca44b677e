import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import type { Transaction } from '../../../platform/database/write-gate';
import { type PageQuery, readPage } from '../../../platform/http/paging';
import type { GenerationPage, GenerationRecord } from '../dto/generation.response';
import { GenerationFeeding } from '../public/generation-feeding';
import type { GenerationRow } from '../records/generation.entity';
import { GenerationsRepository } from '../records/generations.repository';
import type { TakeRow } from '../records/take.entity';
import { TakeChangesService } from '../takes/take-changes.service';
import { ProjectAccessService } from '../tree/project-access.service';
import { StoryChangesService } from '../tree/story-changes.service';
import { toRecord, toSummary } from './generation-record';
import { GenerationCap, GenerationFinished, GenerationNotFound } from './generations.errors';
import { OpenGenerationsService } from './open-generations.service';

/** How many running generations an owner may have. */
const MAX_RUNNING = 20;

/** Reads, stores and cancels generations. */
@Injectable()
export class GenerationsService {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly rows: GenerationsRepository,
    private readonly takes: TakeChangesService,
    private readonly changes: StoryChangesService,
    private readonly open: OpenGenerationsService,
    private readonly feeding: GenerationFeeding,
    private readonly clock: Clock,
  ) {}

  /** @throws ProjectNotFound, GenerationNotFound */
  async get(caller: Caller, projectId: string, id: string): Promise<GenerationRecord> {
    const generation = await this.find(caller, projectId, id);
    return toRecord(generation, await this.rows.takes(id), this.clock.now());
  }

  /** Newest first. @throws ProjectNotFound */
  async page(caller: Caller, projectId: string, query: PageQuery): Promise<GenerationPage> {
    await this.access.project(caller, projectId);
    const page = await this.rows.page(projectId, readPage(query, projectId));
    const counts = await this.rows.counts(page.items.map(({ id }) => id));
    const now = this.clock.now();
    const items = page.items.map((row) => toSummary(row, counts.get(row.id), now));
    return { ...page, items };
  }

  /**
   * Ends the generation first, so that no further take begins, then cancels its unfinished jobs. If the process is killed
   * in between, the feeder cancels them after the restart.
   * @throws ProjectNotFound, GenerationNotFound, GenerationFinished
   */
  async cancel(caller: Caller, projectId: string, id: string): Promise<GenerationRecord> {
    const { owner_id: ownerId } = await this.find(caller, projectId, id);
    const operation = { kind: 'generation' as const, verb: 'cancel', subject: id };
    await this.changes.change(caller, projectId, operation, async (tx) => {
      const end = { reason: 'cancelled' as const, is_cancelling: true };
      if (await this.open.cancel(tx, id, end)) return;
      throw new GenerationFinished((await this.find(caller, projectId, id, tx)).status);
    });
    await this.open.cancelJobs(id);
    this.feeding.wake(ownerId);
    return this.get(caller, projectId, id);
  }

  /** @throws GenerationCap */
  async assertBelowCap({ ownerId }: Caller): Promise<void> {
    if ((await this.rows.countRunning(ownerId)) >= MAX_RUNNING)
      throw new GenerationCap(MAX_RUNNING);
  }

  /**
   * Stores a generation with its takes. Its record is not read: after an error the caller would send it again, which makes
   * every take twice.
   * @throws ProjectNotFound, GenerationCap
   */
  async insert(
    caller: Caller,
    generation: GenerationRow,
    takes: readonly TakeRow[],
  ): Promise<GenerationRecord> {
    const { id, project_id } = generation;
    const operation = { kind: 'generation' as const, verb: 'create', subject: id };
    await this.changes.change(caller, project_id, operation, async (tx) => {
      if (!(await this.rows.insert(tx, generation, MAX_RUNNING)))
        throw new GenerationCap(MAX_RUNNING);
      await this.takes.insertAll(tx, takes);
    });
    return toRecord(generation, takes, this.clock.now());
  }

  private async find(
    caller: Caller,
    projectId: string,
    id: string,
    tx?: Transaction,
  ): Promise<GenerationRow> {
    await this.access.project(caller, projectId, tx);
    const generation = await this.rows.find(projectId, id, tx);
    if (!generation) throw new GenerationNotFound(projectId);
    return generation;
  }
}
