import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { BatchCreator, type MadeBatch, type NewBatch } from '../../batches/public/batch-creator';
import { type Workflow, WorkflowCatalogue } from '../../workflows/public/workflow';
import { workflowFor } from '../../workflows/public/workflow-access';
import type { LocatedCheckpoint } from '../runs/located-checkpoints.service';
import { inSentBody } from './lora-batches';
import { requireFit } from './lora-fit';
import type { PublishedLora } from './published-lora.entity';
import { PublishingService } from './publishing.service';

/** Publishes the checkpoints that a batch renders with, and creates the batch. */
@Injectable()
export class LoraRendersService {
  constructor(
    private readonly workflows: WorkflowCatalogue,
    private readonly publishing: PublishingService,
    private readonly batches: BatchCreator,
  ) {}

  /** @throws WorkflowNotAllowed, WorkflowNotFound */
  workflow(caller: Caller, id: string): Workflow {
    return workflowFor(caller, this.workflows, id);
  }

  /** Publishes checkpoints, after checking that all fit the workflow. @throws what `PublishingService.publish` throws */
  async publish(
    caller: Caller,
    workflow: Workflow,
    located: readonly LocatedCheckpoint[],
  ): Promise<readonly PublishedLora[]> {
    for (const one of located) await requireFit(one, workflow);
    const loras: PublishedLora[] = [];
    for (const one of located) loras.push(await this.publishing.ensure(caller, one));
    return loras;
  }

  /** {@link publish} for a single checkpoint. */
  publishOne(
    caller: Caller,
    workflow: Workflow,
    located: LocatedCheckpoint,
  ): Promise<PublishedLora> {
    return this.withPublished(caller, workflow, located, (lora) => Promise.resolve(lora));
  }

  /** Runs `use` with the LoRA of {@link publishOne}, which isn't unpublished meanwhile. @throws also what `use` throws */
  async withPublished<T>(
    caller: Caller,
    workflow: Workflow,
    located: LocatedCheckpoint,
    use: (lora: PublishedLora) => Promise<T>,
  ): Promise<T> {
    await requireFit(located, workflow);
    return this.publishing.withPublished(caller, located, use);
  }

  /** Creates the batch. Throws what `POST /api/batches` throws; validation errors name the fields of the body that the caller sent. */
  async render(caller: Caller, batch: NewBatch): Promise<MadeBatch> {
    try {
      return await this.batches.make(caller, batch);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      throw new ValidationFailed(error.errors.map((one) => inSentBody(one, batch)));
    }
  }
}
