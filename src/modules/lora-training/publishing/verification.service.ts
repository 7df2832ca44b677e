import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { BatchCreator, type MadeBatch } from '../../batches/public/batch-creator';
import { type BatchJob, BatchJobs } from '../../jobs/public/batch-jobs';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { requireProvider } from '../../providers/public/provider-access';
import { ONE_NODE, type VerifyDto } from '../dto/publishing.request';
import type { VerificationRecord } from '../dto/publishing.response';
import { LocatedCheckpointsService } from '../runs/located-checkpoints.service';
import { renderPromptsOf } from '../runs/sample-prompts';
import { TrainingRunsService } from '../runs/training-runs.service';
import { comparisonBatch, lorasOf, type RenderedLora, requireOtherParams } from './lora-batches';
import { LoraRendersService } from './lora-renders.service';
import { PictureComparisonService } from './picture-comparison.service';
import { VerificationNotFound } from './publishing.errors';

const DEFAULT_SEED = 42;

const nameOf = (jobName: string): string => `Verification of ${jobName}`;

/** Renders one seed without and with a LoRA on a node: the same pixels mean that the node doesn't apply it. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly runs: TrainingRunsService,
    private readonly checkpoints: LocatedCheckpointsService,
    private readonly renders: LoraRendersService,
    private readonly batches: BatchCreator,
    private readonly jobs: BatchJobs,
    private readonly pictures: PictureComparisonService,
  ) {}

  /** Publishes the checkpoint if necessary, and queues both renders. @throws what a grid throws, ProviderNotFound, and ValidationFailed for `auto` */
  async start(caller: Caller, jobName: string, body: VerifyDto): Promise<VerificationRecord> {
    return this.record(caller, await this.make(caller, jobName, body));
  }

  /** @throws TrainingRunNotFound, VerificationNotFound */
  async get(caller: Caller, jobName: string, id: string): Promise<VerificationRecord> {
    await this.runs.find(caller, jobName);
    const batch = await this.batches.find(caller, id);
    if (batch?.name !== nameOf(jobName)) throw new VerificationNotFound(jobName);
    return this.record(caller, batch);
  }

  private async make(caller: Caller, jobName: string, body: VerifyDto): Promise<MadeBatch> {
    const { checkpoint, params, prompt, strength = 1, seed = DEFAULT_SEED } = body;
    requireOtherParams(params);
    const located = await this.checkpoints.find(caller, jobName, checkpoint);
    if (body.provider === 'auto') throw ValidationFailed.at(['body', 'provider'], ONE_NODE);
    const provider = requireProvider(this.providers, body.provider).id;
    const workflow = this.renders.workflow(caller, body.workflow);
    const [chosen] = renderPromptsOf(located.run, prompt === undefined ? undefined : [prompt]);
    const base = {
      ...params,
      type: workflow.kind,
      workflow: workflow.id,
      provider,
      prompt: chosen,
      seed,
    };
    const batchOf = (loras: readonly RenderedLora[]) =>
      comparisonBatch({ name: nameOf(jobName), base, loras }, strength);
    return this.renders.render(caller, { workflow, located: [located], batchOf });
  }

  private async record(caller: Caller, batch: MadeBatch): Promise<VerificationRecord> {
    const [without, applied] = await this.jobs.between(caller, batch.id, 0, 2);
    const provider = String(batch.base['provider']);
    const status = await this.status(caller, batch, without, applied);
    return {
      id: batch.id,
      status,
      message: MESSAGES[status]({ provider, id: batch.id }),
      provider,
      name: lorasOf(batch)[0] ?? '',
      without: without?.path ?? null,
      with: applied?.path ?? null,
    };
  }

  private async status(
    caller: Caller,
    batch: MadeBatch,
    without: BatchJob | undefined,
    applied: BatchJob | undefined,
  ): Promise<VerificationRecord['status']> {
    if (batch.status === 'running') return 'running';
    if (!without?.path || !applied?.path) return 'failed';
    const isSame = await this.pictures.areSame(caller, without.path, applied.path);
    if (isSame === null) return 'failed';
    return isSame ? 'not_applied' : 'applied';
  }
}

type Message = (of: { readonly provider: string; readonly id: string }) => string;

const MESSAGES: Readonly<Record<VerificationRecord['status'], Message>> = {
  running: ({ provider }) => `The node ${provider} renders.`,
  applied: ({ provider }) => `The node ${provider} applies it: the renders differ.`,
  not_applied: ({ provider }) =>
    `It was not applied on the node ${provider}: both renders have the same pixels.`,
  failed: ({ id }) => `A render failed or was deleted: GET /api/batches/${id}/children says why.`,
};
