import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { BatchCreator, MAX_RUNS, type MadeBatch } from '../../batches/public/batch-creator';
import type { GridDto } from '../dto/publishing.request';
import type { GridRecord } from '../dto/publishing.response';
import { LocatedCheckpointsService } from '../runs/located-checkpoints.service';
import { renderPromptsOf } from '../runs/sample-prompts';
import { gridBatch, lorasOf, type RenderedLora, requireOtherParams } from './lora-batches';
import { LoraRendersService } from './lora-renders.service';

const DEFAULT_CHECKPOINTS = 4;
const DEFAULT_STRENGTHS = [0.6, 0.8, 1];
const DEFAULT_SEEDS = [42];

/** Renders checkpoints for comparison, as a batch with a contact sheet. */
@Injectable()
export class GridService {
  constructor(
    private readonly checkpoints: LocatedCheckpointsService,
    private readonly renders: LoraRendersService,
    private readonly batches: BatchCreator,
  ) {}

  /** @throws what publishing and `POST /api/batches` throw */
  async create(caller: Caller, jobName: string, body: GridDto): Promise<GridRecord> {
    const { provider = 'auto', strengths = DEFAULT_STRENGTHS, seeds = DEFAULT_SEEDS } = body;
    requireOtherParams(body.params);
    const names = body.checkpoints && [...new Set(body.checkpoints)];
    const all = await this.checkpoints.several(caller, jobName, names);
    const located = names ? all : all.slice(0, DEFAULT_CHECKPOINTS);
    const workflow = this.renders.workflow(caller, body.workflow);
    const prompts = renderPromptsOf(all[0].run, body.prompts);
    requireSize(located.length, strengths.length, prompts.length, seeds.length);
    const grid = {
      name: `Grid of ${jobName}`,
      base: { ...body.params, type: workflow.kind, workflow: workflow.id, provider },
      strengths,
      seeds,
      prompts,
    };
    const batchOf = (loras: readonly RenderedLora[]) => gridBatch({ ...grid, loras });
    return toRecord(await this.renders.render(caller, { workflow, located, batchOf }));
  }

  /** A grid that was created before; `null` when it is gone. */
  async find(caller: Caller, id: string): Promise<GridRecord | null> {
    const batch = await this.batches.find(caller, id);
    return batch && toRecord(batch);
  }
}

/** @throws ValidationFailed if the renders of all combinations are more than a batch may have */
function requireSize(...counts: readonly number[]): void {
  const total = counts.reduce((product, count) => product * count, 1);
  if (total <= MAX_RUNS) return;
  throw ValidationFailed.at(
    ['body'],
    `Send fewer checkpoints, strengths, prompts or seeds: together they make ${total} renders, and ${MAX_RUNS} are the most.`,
  );
}

const toRecord = (batch: MadeBatch): GridRecord => ({
  ok: true,
  batch_id: batch.id,
  total: batch.total,
  loras: [...lorasOf(batch)],
  contact_sheet: `/api/batches/${batch.id}/contact-sheet`,
});
