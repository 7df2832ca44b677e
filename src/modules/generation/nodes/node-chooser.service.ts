import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import { providerFor } from '../../providers/public/provider-access';
import { type Assessment, assessed, isRunnable } from '../../workflows/public/availability';
import { chooseNode } from './auto-choice';
import { WorkflowNotRunnable } from '../generation.errors';
import { NodeQueuesService } from './node-queues.service';
import type { GenerationKind } from '../public/generation-planner';

/** What a request wants of a node. */
export interface NodeRequirements {
  readonly kind: GenerationKind;
  readonly workflow: string;
  /** Of the run that it wishes for; `null` where that isn't known. */
  readonly runClass: string | null;
  /** As it was sent: an id, or `auto`. */
  readonly provider: string;
  /** What the workflow needs, without what the request fills in. */
  readonly sketch: ComfyGraph;
  /** Would a node with these classes take the request's values as they stand? */
  readonly fits: (info: ObjectInfo) => boolean;
}

export interface ChosenNode {
  readonly state: ProviderState;
  readonly auto: boolean;
  /** Its classes, as fresh as the answer needs; null while the node was never reached. */
  readonly info: ObjectInfo | null;
}

/** A node under judgement. */
interface View {
  readonly state: ProviderState;
  readonly info: ObjectInfo | null;
  readonly assessment: Assessment | null;
  readonly ability: 'fits' | 'admits' | 'unknown' | 'lacks';
}

/** Finds the node for a request: the one it names, or for `auto` the best (contract §3, Generate). */
@Injectable()
export class NodeChooserService {
  constructor(
    private readonly directory: ProviderDirectory,
    private readonly nodes: NodeAccess,
    private readonly queues: NodeQueuesService,
  ) {}

  /** Throws `ProviderNotFound` (404) and `WorkflowNotRunnable` (409). */
  async choose(caller: Caller, wish: NodeRequirements): Promise<ChosenNode> {
    const auto = wish.provider === 'auto';
    const view = auto ? await this.best(caller, wish) : await this.named(wish);
    return { state: view.state, auto, info: view.info };
  }

  private async named(wish: NodeRequirements): Promise<View> {
    const state = providerFor(this.directory, wish.provider, ['auto']);
    if (!state.roles.includes(wish.kind)) throw notRunnable(wish, { state, assessment: null });
    const known = this.view(state, wish);
    const view = refuses(known) ? await this.refreshed(known, wish) : known;
    if (view.ability === 'lacks') throw notRunnable(wish, view);
    return view;
  }

  private async best(caller: Caller, wish: NodeRequirements): Promise<View> {
    const states = this.directory.list().filter(({ roles }) => roles.includes(wish.kind));
    const known = states.map((state) => this.view(state, wish));
    const views = known.every(refuses)
      ? await Promise.all(known.map((view) => this.refreshed(view, wish)))
      : known;
    const id = chooseNode(await this.candidates(caller, views, wish));
    const chosen = views.find(({ state }) => state.id === id);
    if (!chosen) throw notRunnable(wish, views.toSorted((a, b) => lacks(a) - lacks(b))[0]);
    return chosen;
  }

  private async candidates(caller: Caller, views: readonly View[], wish: NodeRequirements) {
    const states = views.map(({ state }) => state);
    const queues = await this.queues.of(caller, () => wish, states);
    return views.flatMap(({ state, ability }) => {
      const queue = queues.get(state.id);
      if (ability === 'lacks' || !queue) return [];
      const { id, status, is_default: isDefault } = state;
      return [{ id, ability, online: status === 'online', ...queue, isDefault }];
    });
  }

  private view(state: ProviderState, wish: NodeRequirements): View {
    return judged(state, this.nodes.knownClasses(state.id), wish);
  }

  /** A no by old lists is no answer: somebody may just have put the missing model there. */
  private async refreshed(view: View, wish: NodeRequirements): Promise<View> {
    if (view.state.status !== 'online') return view;
    const info = await this.nodes.classes(view.state.id).catch(() => view.info);
    return judged(view.state, info, wish);
  }
}

function judged(state: ProviderState, info: ObjectInfo | null, wish: NodeRequirements): View {
  if (!info) return { state, info, assessment: null, ability: 'unknown' };
  const assessment = assessed(info)(wish.sketch);
  if (!isRunnable(assessment)) return { state, info, assessment, ability: 'lacks' };
  return { state, info, assessment, ability: wish.fits(info) ? 'fits' : 'admits' };
}

const refuses = ({ ability }: View): boolean => ability === 'lacks' || ability === 'admits';

function lacks({ assessment }: View): number {
  if (!assessment) return 0;
  const { missing_classes, missing_models, unsupported_values } = assessment;
  return missing_classes.length + missing_models.length + unsupported_values.length;
}

const notRunnable = (
  { workflow, kind }: NodeRequirements,
  view: Pick<View, 'state' | 'assessment'> | undefined,
): WorkflowNotRunnable =>
  new WorkflowNotRunnable(
    workflow,
    kind,
    view ? { provider: view.state.id, assessment: view.assessment } : null,
  );
