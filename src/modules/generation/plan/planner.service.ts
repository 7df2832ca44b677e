import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Ids } from '../../../platform/clock/clock';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { assess, isRunnable } from '../../workflows/public/availability';
import { isSizedByInput, runClass } from '../../workflows/public/run-class';
import type { Workflow } from '../../workflows/public/workflow';
import {
  type BoundCharacters,
  BoundCharactersService,
} from '../characters/bound-characters.service';
import { characterPrompt } from '../characters/character-prompt';
import { longerThan } from '../../../platform/validation/checks';
import { CheckpointNotFound, WorkflowNotRunnable } from '../generation.errors';
import { InputFilesService } from '../inputs/input-files.service';
import { type ChosenNode, NodeChooserService } from '../nodes/node-chooser.service';
import { SketchGraphs } from '../nodes/sketch-graphs';
import { ParamChecks } from '../params/param-checks';
import { paramValues, seedRange } from '../params/param-values';
import type { SentParam } from '../params/sent-params';
import {
  type GenerationKind,
  GenerationPlanner,
  type GenerationRequest,
  type Plan,
  type PlanOptions,
} from '../public/generation-planner';
import { LatestLoras } from '../public/latest-loras';
import { type ReadRequest, RequestReaderService } from '../request/request-reader.service';
import { buildPlan } from './build-plan';

/** Runs the checks of a request in the order that `GenerationPlanner` documents, and builds the plan of its job. */
@Injectable()
export class PlannerService implements GenerationPlanner {
  private readonly sketches = new SketchGraphs();

  constructor(
    private readonly reader: RequestReaderService,
    private readonly nodes: NodeChooserService,
    private readonly characters: BoundCharactersService,
    private readonly files: InputFilesService,
    private readonly latestLoras: LatestLoras,
    private readonly ids: Ids,
  ) {}

  async plan(
    caller: Caller,
    kind: GenerationKind,
    request: GenerationRequest,
    { at = ['body'], seed }: PlanOptions = {},
  ): Promise<Plan> {
    const sent = this.reader.read(caller, kind, request, at);
    const bound = await this.characters.load(caller, sent);
    const read = { ...sent, sent: await this.withLatestLora(caller, bound) };
    const checks = new ParamChecks(read, bound.characters);
    const node = await this.chooseNode(caller, read, checks);
    if (bound.refusal !== null) throw bound.refusal;
    const files = await this.files.find(caller, read.workflow, read.sent, node);
    const check = checks.on(node.info);
    const { workflow, errors, lora } = check;
    if (errors.length > 0) throw new ValidationFailed(errors);
    if ('why' in lora) throw new CheckpointNotFound(lora.why, node.state.id, lora.nearest);
    const plan = buildPlan(this.ids.uuid(), {
      ...read,
      workflow,
      node,
      files,
      bound,
      check,
      sent: check.sent,
      prompt: promptOf(read, bound),
      lora: lora.file,
      randomSeed: this.chooseSeed(workflow, check.sent, seed),
    });
    refuseUnrunnable(plan, node);
    return plan;
  }

  /** `latest` becomes the file that it stands for; where there is none, the checks refuse it. */
  private async withLatestLora(
    caller: Caller,
    { sent, characters }: BoundCharacters,
  ): Promise<readonly SentParam[]> {
    const isLatest = ({ name, value }: SentParam): boolean =>
      name === 'lora_checkpoint' && value === 'latest';
    if (!sent.some(isLatest)) return sent;
    const triggers = characters.map(({ trigger }) => trigger);
    const file = await this.latestLoras.latest(caller, triggers);
    return sent.map((one) => (isLatest(one) && file !== null ? { ...one, value: file } : one));
  }

  private async chooseNode(
    caller: Caller,
    read: ReadRequest,
    checks: ParamChecks,
  ): Promise<ChosenNode> {
    const { provider } = read.request;
    return this.nodes.choose(caller, {
      kind: read.kind,
      workflow: read.workflow.id,
      // Only `auto` compares nodes by run time.
      runClass:
        provider === 'auto' ? await this.runClass(caller, read.workflow, checks.wanted) : null,
      provider,
      sketch: this.sketches.get(read.workflow, checks.wanted),
      fits: (info) => checks.fits(info),
    });
  }

  /** The run class as far as it is known before a node is chosen. */
  private async runClass(
    caller: Caller,
    workflow: Workflow,
    sent: readonly SentParam[],
  ): Promise<string> {
    const bySize = isSizedByInput(workflow);
    const sizes = bySize ? await this.files.sizes(caller, workflow, sent) : [];
    return runClass(workflow, paramValues(workflow, sent, new Map()), sizes);
  }

  /** A seed within the workflow's range stays as it is; others are mapped into it. */
  private chooseSeed(
    workflow: Workflow,
    sent: readonly SentParam[],
    seed: number | undefined,
  ): number | null {
    const range = seedRange(workflow, sent);
    if (!range) return null;
    const { lowest, count } = range;
    if (seed === undefined) return lowest + this.ids.integer(count);
    return lowest + ((((seed - lowest) % count) + count) % count);
  }
}

/** Checks the finished graph: the node may lack what only this request adds, such as a LoRA loader. */
function refuseUnrunnable({ job }: Plan, { state, info }: ChosenNode): void {
  const assessment = info && assess(job.graph, info);
  if (assessment && !isRunnable(assessment))
    throw new WorkflowNotRunnable(job.workflow, job.kind, { provider: state.id, assessment });
}

/** @throws ValidationFailed when the prompt is too long with what its characters add */
function promptOf(
  { request, at, promptChars }: ReadRequest,
  { characters }: BoundCharacters,
): string {
  const prompt = characterPrompt(request.prompt, characters);
  if (characters.length > 0 && longerThan(prompt, promptChars))
    throw ValidationFailed.at(
      [...at, 'prompt'],
      `Send a shorter prompt: with the words of its characters it has at most ${promptChars} characters.`,
    );
  return prompt;
}
