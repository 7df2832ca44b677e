import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { BatchCreator, type MadeBatch, type NewBatch } from '../../batches/public/batch-creator';
import { type Workflow, WorkflowCatalogue } from '../../workflows/public/workflow';
import { workflowFor } from '../../workflows/public/workflow-access';
import type { LocatedCheckpoint } from '../runs/located-checkpoints.service';
import { inSentBody, type RenderedLora, withoutLoras } from './lora-batches';
import { requireFit } from './lora-fit';
import type { PublishedLora } from './published-lora.entity';
import { PublishingService } from './publishing.service';

/** What a batch is made from. */
export interface Renders {
  readonly workflow: Workflow;
  readonly located: readonly LocatedCheckpoint[];
  readonly batchOf: (loras: readonly RenderedLora[]) => NewBatch;
}

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

  /**
   * Runs `use` with the LoRA of a checkpoint that fits the workflow, which isn't unpublished meanwhile.
   * @throws what `PublishingService.publish` and `use` throw
   */
  async withPublished<T>(
    caller: Caller,
    workflow: Workflow,
    located: LocatedCheckpoint,
    use: (lora: PublishedLora) => Promise<T>,
  ): Promise<T> {
    await requireFit(located, workflow);
    return this.publishing.withPublished(caller, located, use);
  }

  /**
   * Creates a batch with LoRAs. Publishes them only if the batch would be accepted without them.
   * @throws what `PublishingService.publish` and `POST /api/batches` throw; validation errors name the fields of the body
   * that the caller sent
   */
  async render(caller: Caller, { workflow, located, batchOf }: Renders): Promise<MadeBatch> {
    for (const one of located) await requireFit(one, workflow);
    const bare = withoutLoras(batchOf(located.map(({ checkpoint }) => checkpoint)));
    await this.inSentTerms(bare, () => this.batches.check(caller, bare));
    const loras: PublishedLora[] = [];
    for (const one of located) loras.push(await this.publishing.ensure(caller, one));
    const batch = batchOf(loras);
    return this.inSentTerms(batch, () => this.batches.make(caller, batch));
  }

  private async inSentTerms<T>(batch: NewBatch, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      throw new ValidationFailed(error.errors.map((one) => inSentBody(one, batch)));
    }
  }
}
