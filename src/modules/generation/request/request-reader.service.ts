import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { workflowFor } from '../../workflows/public/workflow-access';
import { type Workflow, WorkflowCatalogue } from '../../workflows/public/workflow';
import { modeError, runMode } from '../params/run-mode';
import type { GenerationKind, GenerationRequest, Loc } from '../public/generation-planner';
import { type SentParam, sentParams } from '../params/sent-params';

/** A request beside its workflow. */
export interface ReadRequest {
  readonly workflow: Workflow;
  readonly mode: string;
  readonly sent: readonly SentParam[];
  readonly at: Loc;
  /** Longest text, in characters. */
  readonly promptChars: number;
}

/** The first checks of a request: its workflow, whether the caller may use it, what it makes. */
@Injectable()
export class RequestReaderService {
  constructor(
    private readonly catalogue: WorkflowCatalogue,
    private readonly config: ConfigService,
  ) {}

  /**
   * Throws `WorkflowNotAllowed` (403), `WorkflowNotFound` (404), `ValidationFailed` for another kind or mode, and for
   * more params than a list may have items.
   */
  read(caller: Caller, kind: GenerationKind, request: GenerationRequest, at: Loc): ReadRequest {
    const { prompt_chars: promptChars, array_items: most } = this.config.current().limits;
    // First of all: every step from here on looks at each of them.
    if (Object.keys(request.workflow_params ?? {}).length > most)
      throw ValidationFailed.at([...at, 'workflow_params'], `Send at most ${most} params.`);
    const workflow = workflowFor(caller, this.catalogue, request.workflow);
    if (workflow.kind !== kind)
      throw ValidationFailed.at(
        [...at, 'workflow'],
        `Send a workflow that makes ${PLURAL[kind]}: this one makes ${PLURAL[workflow.kind]}, with POST /api/${workflow.kind}/generate.`,
      );
    const sent = sentParams(request, at);
    const fault = request.mode === undefined ? null : modeError(workflow, sent, request.mode);
    if (fault !== null) throw ValidationFailed.at([...at, 'mode'], fault);
    return { workflow, mode: request.mode ?? runMode(workflow, sent), sent, at, promptChars };
  }
}

const PLURAL = { image: 'pictures', video: 'videos' } as const;
