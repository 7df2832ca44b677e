import { Injectable } from '@nestjs/common';
import type { ObjectInfo } from '../providers/public/comfy-types';
import { NodeAccess } from '../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../providers/public/provider-directory';
import { assess, type Assessment, isRunnable } from './public/availability';
import type { Workflow } from './public/workflow';

/** What a node, as last known, makes of a workflow. */
export interface NodeView {
  readonly id: string;
  readonly isDefault: boolean;
  readonly online: boolean;
  /** `null` while the node was never reached. */
  readonly info: ObjectInfo | null;
  readonly runnable: boolean;
}

/** Which nodes can run which workflow, from their catalogues of node classes. */
@Injectable()
export class WorkflowNodes {
  /** Judging anew is only needed when a node's catalogue was read anew. */
  private readonly judged = new WeakMap<ObjectInfo, WeakMap<Workflow, Assessment>>();

  constructor(
    private readonly providers: ProviderDirectory,
    private readonly access: NodeAccess,
  ) {}

  /** Every node that takes this kind of job, from memory. */
  known(workflow: Workflow): readonly NodeView[] {
    return this.suitable(workflow).map((provider) =>
      this.view(workflow, provider, this.access.knownClasses(provider.id)),
    );
  }

  /** The same with the catalogues of the nodes that are online seconds old at most; a failing node counts as last known. */
  async fresh(workflow: Workflow): Promise<readonly NodeView[]> {
    return Promise.all(
      this.suitable(workflow).map(async (provider) =>
        this.view(workflow, provider, await this.classes(provider)),
      ),
    );
  }

  private suitable({ kind }: Workflow): readonly ProviderState[] {
    return this.providers.list().filter(({ roles }) => roles.includes(kind));
  }

  private async classes({ id, status }: ProviderState): Promise<ObjectInfo | null> {
    const known = this.access.knownClasses(id);
    return status === 'online' ? this.access.classes(id).catch(() => known) : known;
  }

  private view(
    workflow: Workflow,
    { id, is_default, status }: ProviderState,
    info: ObjectInfo | null,
  ): NodeView {
    const runnable = info !== null && isRunnable(this.judge(workflow, info));
    return { id, isDefault: is_default, online: status === 'online', info, runnable };
  }

  private judge(workflow: Workflow, info: ObjectInfo): Assessment {
    const known = this.judged.get(info) ?? new WeakMap<Workflow, Assessment>();
    const assessment = known.get(workflow) ?? assess(workflow.graph, info);
    known.set(workflow, assessment);
    this.judged.set(info, known);
    return assessment;
  }
}
