import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { otherWorkflowsWith, workflowFor } from '../../workflows/public/workflow-access';
import { type Workflow, WorkflowCatalogue } from '../../workflows/public/workflow';
import { type Binding, bindingsOf } from '../characters/bindings';
import { requestedReferences } from '../characters/references';
import { modeError, runMode } from '../params/run-mode';
import type { GenerationKind, GenerationRequest, Loc } from '../public/generation-planner';
import { type SentParam, sentParams } from '../params/sent-params';

/** A request whose workflow the caller may use, before its params are checked. */
export interface ReadRequest {
  readonly kind: GenerationKind;
  readonly request: GenerationRequest;
  readonly workflow: Workflow;
  readonly mode: string;
  /** The reference pictures of its bindings among them. */
  readonly sent: readonly SentParam[];
  readonly bindings: readonly Binding[];
  /** Path of the request in the body that was sent. */
  readonly at: Loc;
  /** Maximum length of a text, in characters. */
  readonly promptChars: number;
  /** Ids of workflows that have a param which this one lacks. */
  readonly otherWorkflowsWith: (param: string) => readonly string[];
}

/** The first checks of a request: workflow, scope of the caller, kind and mode. */
@Injectable()
export class RequestReaderService {
  constructor(
    private readonly catalogue: WorkflowCatalogue,
    private readonly config: ConfigService,
  ) {}

  /**
   * Throws `WorkflowNotAllowed` (403), `WorkflowNotFound` (404), `ValidationFailed` for another kind or mode, for more
   * params than a list may have items, and for bindings that can't be.
   */
  read(caller: Caller, kind: GenerationKind, request: GenerationRequest, at: Loc): ReadRequest {
    const { prompt_chars: promptChars, array_items: maxParams } = this.config.current().limits;
    // Before anything else, because each later step goes over all params.
    if (Object.keys(request.workflow_params ?? {}).length > maxParams)
      throw ValidationFailed.at([...at, 'workflow_params'], `Send at most ${maxParams} params.`);
    const workflow = workflowFor(caller, this.catalogue, request.workflow);
    if (workflow.kind !== kind)
      throw ValidationFailed.at(
        [...at, 'workflow'],
        `Send a workflow that makes ${PLURAL[kind]}: this one makes ${PLURAL[workflow.kind]}, with POST /api/${workflow.kind}/generate.`,
      );
    const bindings = bindingsOf(request, at);
    const params = sentParams(request, at);
    const sent = [...params, ...requestedReferences(workflow, bindings, params)];
    const error = request.mode === undefined ? null : modeError(workflow, sent, request.mode);
    if (error !== null) throw ValidationFailed.at([...at, 'mode'], error);
    const mode = request.mode ?? runMode(workflow, sent);
    return {
      kind,
      request,
      workflow,
      mode,
      sent,
      bindings,
      at,
      promptChars,
      otherWorkflowsWith: (param) =>
        otherWorkflowsWith(param, workflow, { caller, catalogue: this.catalogue }),
    };
  }
}

const PLURAL = { image: 'pictures', video: 'videos' } as const;
