import type { ValidationError } from '../../../platform/errors/validation-failed';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { LoraChoice, Workflow } from '../../workflows/public/workflow';
import type { BoundCharacter } from '../characters/bound-characters.service';
import {
  type CharacterDefault,
  characterDefaults,
  namesFileParam,
  settleDefaults,
} from '../characters/character-defaults';
import { settleLoras } from '../characters/character-loras';
import type { NotApplied } from '../characters/character-use';
import { paramErrors, type ParamRequest } from './param-errors';
import { findLoraCheckpoint, type LoraSearch, requestedLoras } from './requested-loras';
import { requestedWorkflow } from './requested-workflow';
import type { SentParam } from './sent-params';

/** What one node says about the params of a request. */
export interface ParamCheck {
  /** The workflow, with the bounds and choices that the node has for its params. */
  readonly workflow: Workflow;
  /** What the request sends, and the defaults of its characters that apply. */
  readonly sent: readonly SentParam[];
  readonly errors: readonly ValidationError[];
  readonly lora: LoraSearch;
  readonly characterLoras: readonly LoraChoice[];
  readonly notApplied: readonly NotApplied[];
}

/** Checks the params of one request and of its characters against the classes of nodes, once per node. */
export class ParamChecks {
  /** What the request sends, and what its characters add unless a node refuses it. */
  readonly wanted: readonly SentParam[];
  private readonly results = new Map<ObjectInfo | null, ParamCheck>();
  private readonly defaults: readonly CharacterDefault[];

  constructor(
    private readonly request: ParamRequest,
    private readonly characters: readonly BoundCharacter[],
  ) {
    const { sent, workflow } = request;
    this.defaults = characterDefaults(characters, sent);
    this.wanted = [...sent, ...this.defaults.filter(({ name }) => !namesFileParam(workflow, name))];
  }

  /** @param info the node's classes; null while it was never reached */
  on(info: ObjectInfo | null): ParamCheck {
    const cached = this.results.get(info);
    if (cached) return cached;
    const result = this.check(info);
    this.results.set(info, result);
    return result;
  }

  /**
   * Whether choosing another node could not improve the request: this one accepts it with all that its characters add, or
   * no node does.
   */
  fits(info: ObjectInfo): boolean {
    const here = this.on(info);
    if (passes(here) && here.notApplied.length === 0) return true;
    const anywhere = this.on(null);
    return passes(here) ? here.notApplied.length <= anywhere.notApplied.length : !passes(anywhere);
  }

  private check(info: ObjectInfo | null): ParamCheck {
    const { sent } = this.request;
    const workflow = requestedWorkflow(this.request.workflow, [...sent, ...this.defaults], info);
    const request = { ...this.request, workflow };
    const { applied, refused } = settleDefaults(request, this.defaults, info);
    const all = [...sent, ...applied];
    const lora = findLoraCheckpoint(workflow, all);
    const errors = paramErrors({ ...request, sent: all });
    const own = errors.length === 0 ? requestedLoras(workflow, all, lora.file) : [];
    const loras = settleLoras(workflow, this.characters, own);
    return {
      workflow,
      sent: all,
      errors,
      lora,
      characterLoras: loras.applied,
      notApplied: [...loras.refused, ...refused],
    };
  }
}

const passes = ({ errors, lora }: ParamCheck): boolean => errors.length === 0 && !('why' in lora);
