import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import { assessed, type Assessment, isRunnable } from '../public/availability';
import type { Workflow } from '../public/workflow';

export interface NodeWithClasses {
  readonly provider: ProviderState;
  /** `null` while the node was never reached. */
  readonly info: ObjectInfo | null;
}

/** Whether a node can run a workflow. */
export interface NodeReadiness {
  readonly id: string;
  readonly isDefault: boolean;
  readonly online: boolean;
  readonly info: ObjectInfo | null;
  readonly runnable: boolean;
  /** What the node lacks; `null` while it was never reached. */
  readonly assessment: Assessment | null;
}

/** Milliseconds to wait for a node's catalogue before the cached one is used. */
const CATALOGUE_TIMEOUT_MS = 2_000;

/** Which nodes can run which workflow. */
@Injectable()
export class WorkflowNodesService {
  /** Nodes that sent no catalogue, or not in time, and none since: no request waits for them again. */
  private readonly unresponsive = new Set<string>();

  constructor(
    private readonly providers: ProviderDirectory,
    private readonly access: NodeAccess,
    private readonly clock: Clock,
  ) {}

  /** The cached catalogues; waits only for online nodes that were never asked. */
  cachedCatalogues(): Promise<readonly NodeWithClasses[]> {
    return this.catalogues((provider, cached) => cached === null && provider.status === 'online');
  }

  /** Catalogues at most seconds old for online nodes; the cached one for a node that fails or is slow. */
  fresh(): Promise<readonly NodeWithClasses[]> {
    return this.catalogues((provider) => provider.status === 'online');
  }

  /** The nodes for this kind of job, and whether they can run it. */
  views(workflow: Workflow, catalogues: readonly NodeWithClasses[]): readonly NodeReadiness[] {
    return catalogues
      .filter(({ provider }) => provider.roles.includes(workflow.kind))
      .map(({ provider: { id, is_default, status }, info }) => {
        const assessment = info && assessed(info, workflow.graph);
        const runnable = assessment !== null && isRunnable(assessment);
        return {
          id,
          isDefault: is_default,
          online: status === 'online',
          info,
          runnable,
          assessment,
        };
      });
  }

  private catalogues(
    mustFetch: (provider: ProviderState, cached: ObjectInfo | null) => boolean,
  ): Promise<readonly NodeWithClasses[]> {
    return Promise.all(
      this.providers.list().map(async (provider) => {
        const cached = this.access.cachedClasses(provider.id);
        const info = mustFetch(provider, cached)
          ? await this.fetchCatalogue(provider.id, cached)
          : cached;
        return { provider, info };
      }),
    );
  }

  private async fetchCatalogue(id: string, cached: ObjectInfo | null): Promise<ObjectInfo | null> {
    const answer = this.access.classes(id).then(
      (info) => {
        this.unresponsive.delete(id);
        return info;
      },
      () => {
        this.unresponsive.add(id);
        return cached;
      },
    );
    // Without a timer where the classes are known.
    const known = await Promise.race([answer, setImmediate(undefined)]);
    if (known !== undefined) return known;
    if (this.unresponsive.has(id)) return cached;
    const info = await this.clock.within(CATALOGUE_TIMEOUT_MS, answer);
    if (info === null) this.unresponsive.add(id);
    return info ?? cached;
  }
}
