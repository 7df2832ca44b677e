import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseCharacter } from '../../../platform/access/scope';
import { Ids } from '../../../platform/clock/clock';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { CharacterNotAllowed, CharacterNotFound } from '../../characters/public/character-errors';
import { CharacterReader } from '../../characters/public/character-reader';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { assess, isRunnable } from '../../workflows/public/availability';
import { isSizedByInput, runClass } from '../../workflows/public/run-class';
import type { Workflow } from '../../workflows/public/workflow';
import { buildPlan } from './build-plan';
import { CheckpointNotFound, WorkflowNotRunnable } from '../generation.errors';
import { InputFilesService } from '../inputs/input-files.service';
import { findLoraCheckpoint } from '../params/requested-loras';
import { type ChosenNode, NodeChooserService } from '../nodes/node-chooser.service';
import { paramErrors } from '../params/param-errors';
import { paramValues, seedRange } from '../params/param-values';
import {
  type GenerationKind,
  GenerationPlanner,
  type GenerationRequest,
  type Loc,
  type Plan,
} from '../public/generation-planner';
import { type ReadRequest, RequestReaderService } from '../request/request-reader.service';
import { requestedWorkflow, sketchGraph } from '../params/requested-workflow';
import type { SentParam } from '../params/sent-params';

/** Leads a request through its checks, in the order of contract §3. Each check is a function or a service of its own. */
@Injectable()
export class PlannerService extends GenerationPlanner {
  constructor(
    private readonly reader: RequestReaderService,
    private readonly nodes: NodeChooserService,
    private readonly characters: CharacterReader,
    private readonly files: InputFilesService,
    private readonly ids: Ids,
  ) {
    super();
  }

  async plan(
    caller: Caller,
    kind: GenerationKind,
    request: GenerationRequest,
    at: Loc = ['body'],
  ): Promise<Plan> {
    const read = this.reader.read(caller, kind, request, at);
    const node = await this.choose(caller, kind, request, read);
    const characters = await this.boundCharacters(caller, request);
    const files = await this.files.find(caller, read.workflow, read.sent, node);
    const workflow = requestedWorkflow(read.workflow, read.sent, node.info);
    const faults = paramErrors({ ...read, workflow });
    if (faults.length > 0) throw new ValidationFailed(faults);
    const plan = buildPlan(this.ids.uuid(), {
      ...{ kind, request, workflow, node, characters, files },
      ...{ mode: read.mode, sent: read.sent },
      lora: checkpointFile(workflow, read.sent, node.state.id),
      drawnSeed: this.drawSeed(workflow, read.sent),
    });
    refuseUnrunnable(plan, node);
    return plan;
  }

  private async choose(
    caller: Caller,
    kind: GenerationKind,
    request: GenerationRequest,
    read: ReadRequest,
  ): Promise<ChosenNode> {
    // What is wrong whatever the node says must not send anybody looking for a better node.
    const hopeless = !takes(read, null);
    return this.nodes.choose(caller, {
      kind,
      workflow: read.workflow.id,
      // What is named isn't compared.
      runClass: request.provider === 'auto' ? await this.runClass(caller, read) : null,
      provider: request.provider,
      sketch: sketchGraph(read.workflow, read.sent),
      fits: (info) => hopeless || takes(read, info),
    });
  }

  /** What the run will be, as far as it is known before a node was chosen. */
  private async runClass(caller: Caller, { workflow, sent }: ReadRequest): Promise<string> {
    const bySize = isSizedByInput(workflow);
    const sizes = bySize ? await this.files.sizes(caller, workflow, sent) : [];
    return runClass(workflow, paramValues(workflow, sent, new Map()), sizes);
  }

  private async boundCharacters(
    caller: Caller,
    { character, characters = [] }: GenerationRequest,
  ): Promise<readonly string[]> {
    const named = [
      ...(character === undefined ? [] : [character]),
      ...characters.map(({ id }) => id),
    ];
    const ids = [...new Set(named)];
    if (!ids.every((id) => mayUseCharacter(caller, id)))
      throw new CharacterNotAllowed(caller.allowedCharacters);
    const existing = ids.length === 0 ? new Set<string>() : await this.characters.existing(ids);
    if (!ids.every((id) => existing.has(id))) throw new CharacterNotFound();
    return ids;
  }

  private drawSeed(workflow: Workflow, sent: readonly SentParam[]): number | null {
    const range = seedRange(workflow, sent);
    return range && range.lowest + this.ids.integer(range.count);
  }
}

/** Would a node with these classes take every value of the request? */
function takes(read: ReadRequest, info: ObjectInfo | null): boolean {
  const workflow = requestedWorkflow(read.workflow, read.sent, info);
  return (
    paramErrors({ ...read, workflow }).length === 0 &&
    !('why' in findLoraCheckpoint(workflow, read.sent))
  );
}

function checkpointFile(
  workflow: Workflow,
  sent: readonly SentParam[],
  provider: string,
): string | null {
  const search = findLoraCheckpoint(workflow, sent);
  if ('why' in search) throw new CheckpointNotFound(search.why, provider, search.nearest);
  return search.found;
}

/** The last word over the whole graph: a node may lack what only this request brings in, such as a LoRA loader. */
function refuseUnrunnable({ job }: Plan, { state, info }: ChosenNode): void {
  const assessment = info && assess(job.graph, info);
  if (assessment && !isRunnable(assessment))
    throw new WorkflowNotRunnable(job.workflow, job.kind, { provider: state.id, assessment });
}
