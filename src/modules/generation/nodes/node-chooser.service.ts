import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import { requireProvider } from '../../providers/public/provider-access';
import { type Assessment, assessed, isRunnable } from '../../workflows/public/availability';
import { chooseNode } from './auto-choice';
import { WorkflowNotRunnable } from '../generation.errors';
import { NodeQueuesService } from './node-queues.service';
import type { GenerationKind } from '../public/generation-planner';

/** What a request needs from a node. */
export interface NodeRequirements {
  readonly kind: GenerationKind;
  readonly workflow: string;
  /** Run class, for comparing run times; `null` where it isn't known. */
  readonly runClass: string | null;
  /** What the request sends: the id of a node, or `auto`. */
  readonly provider: string;
  /** The graph without the values that the request fills in. */
  readonly sketch: ComfyGraph;
  /** Whether a node with these classes accepts the request's values. */
  readonly fits: (info: ObjectInfo) => boolean;
}

export interface ChosenNode {
  readonly state: ProviderState;
  readonly auto: boolean;
  /** Its classes; null while the node was never reached. */
  readonly info: ObjectInfo | null;
}

/** A node with what it can do for the request. */
interface RatedNode {
  readonly state: ProviderState;
  readonly info: ObjectInfo | null;
  readonly assessment: Assessment | null;
  readonly ability: 'fits' | 'admits' | 'unknown' | 'lacks';
}

/** Chooses the node of a request: the one it names, or the best for `auto`. */
@Injectable()
export class NodeChooserService {
  constructor(
    private readonly directory: ProviderDirectory,
    private readonly nodes: NodeAccess,
    private readonly queues: NodeQueuesService,
  ) {}

  /** Throws `ProviderNotFound` (404) and `WorkflowNotRunnable` (409). */
  async choose(caller: Caller, needs: NodeRequirements): Promise<ChosenNode> {
    const auto = needs.provider === 'auto';
    const { state, info } = auto ? await this.findBest(caller, needs) : await this.findNamed(needs);
    return { state, auto, info };
  }

  private async findNamed(needs: NodeRequirements): Promise<RatedNode> {
    const state = requireProvider(this.directory, needs.provider, ['auto']);
    if (!state.roles.includes(needs.kind)) throw notRunnable(needs, { state, assessment: null });
    const cached = this.rateNode(state, needs);
    const node = refuses(cached) ? await this.refreshed(cached, needs) : cached;
    if (node.ability === 'lacks') throw notRunnable(needs, node);
    return node;
  }

  private async findBest(caller: Caller, needs: NodeRequirements): Promise<RatedNode> {
    const states = this.directory.list().filter(({ roles }) => roles.includes(needs.kind));
    const cached = states.map((state) => this.rateNode(state, needs));
    const nodes = cached.every(refuses)
      ? await Promise.all(cached.map((node) => this.refreshed(node, needs)))
      : cached;
    const id = chooseNode(await this.candidates(caller, nodes, needs));
    const best = nodes.find(({ state }) => state.id === id);
    if (!best)
      throw notRunnable(needs, nodes.toSorted((a, b) => countMissing(a) - countMissing(b))[0]);
    return best;
  }

  private async candidates(caller: Caller, nodes: readonly RatedNode[], needs: NodeRequirements) {
    const states = nodes.map(({ state }) => state);
    const queues = await this.queues.of(caller, () => needs, states);
    return nodes.flatMap(({ state, ability }) => {
      const queue = queues.get(state.id);
      if (ability === 'lacks' || !queue) return [];
      const { id, status, is_default: isDefault } = state;
      return [{ id, ability, online: status === 'online', ...queue, isDefault }];
    });
  }

  private rateNode(state: ProviderState, needs: NodeRequirements): RatedNode {
    return rate(state, this.nodes.cachedClasses(state.id), needs);
  }

  /** Fetches the classes of a node again before it is refused: a missing model may just have been installed. */
  private async refreshed(node: RatedNode, needs: NodeRequirements): Promise<RatedNode> {
    if (node.state.status !== 'online') return node;
    const info = await this.nodes.currentClasses(node.state.id).catch(() => node.info);
    return rate(node.state, info, needs);
  }
}

function rate(state: ProviderState, info: ObjectInfo | null, needs: NodeRequirements): RatedNode {
  if (!info) return { state, info, assessment: null, ability: 'unknown' };
  const assessment = assessed(info, needs.sketch);
  if (!isRunnable(assessment)) return { state, info, assessment, ability: 'lacks' };
  return { state, info, assessment, ability: needs.fits(info) ? 'fits' : 'admits' };
}

const refuses = ({ ability }: RatedNode): boolean => ability === 'lacks' || ability === 'admits';

function countMissing({ assessment }: RatedNode): number {
  if (!assessment) return 0;
  const { missing_classes, missing_models, unsupported_values } = assessment;
  return missing_classes.length + missing_models.length + unsupported_values.length;
}

const notRunnable = (
  { workflow, kind }: NodeRequirements,
  node: Pick<RatedNode, 'state' | 'assessment'> | undefined,
): WorkflowNotRunnable =>
  new WorkflowNotRunnable(
    workflow,
    kind,
    node ? { provider: node.state.id, assessment: node.assessment } : null,
  );
