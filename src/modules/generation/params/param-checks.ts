import type { ValidationError } from '../../../platform/errors/validation-failed';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Workflow } from '../../workflows/public/workflow';
import { paramErrors, type ParamRequest } from './param-errors';
import { findLoraCheckpoint, type LoraSearch } from './requested-loras';
import { requestedWorkflow } from './requested-workflow';

/** What one node says about the params of a request. */
export interface ParamCheck {
  /** With the bounds and choices of the node. */
  readonly workflow: Workflow;
  readonly errors: readonly ValidationError[];
  readonly lora: LoraSearch;
}

/** Checks the params of one request against the classes of nodes, once per node. */
export class ParamChecks {
  private readonly results = new Map<ObjectInfo | null, ParamCheck>();

  constructor(private readonly request: ParamRequest) {}

  /** @param info the node's classes; null while it was never reached */
  on(info: ObjectInfo | null): ParamCheck {
    const cached = this.results.get(info);
    if (cached) return cached;
    const workflow = requestedWorkflow(this.request.workflow, this.request.sent, info);
    const result = {
      workflow,
      errors: paramErrors({ ...this.request, workflow }),
      lora: findLoraCheckpoint(workflow, this.request.sent),
    };
    this.results.set(info, result);
    return result;
  }

  /** Whether choosing another node could not make the request valid: this one accepts it, or no node does. */
  fits(info: ObjectInfo): boolean {
    return passes(this.on(info)) || !passes(this.on(null));
  }
}

const passes = ({ errors, lora }: ParamCheck): boolean => errors.length === 0 && !('why' in lora);
