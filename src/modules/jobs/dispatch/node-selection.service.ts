import { Injectable } from '@nestjs/common';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { assess, isRunnable, spellModels } from '../../workflows/public/availability';
import { RunTimes } from '../../workflows/public/run-times';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import {
  expectedWait,
  type JobsAhead,
  NOTHING_AHEAD,
  UNMEASURED_SECONDS,
} from '../public/jobs-ahead';
import { QueuePositionsService } from '../queue/queue-positions.service';

/** Another node for a job, with the graph's model files spelled as on that node. */
export interface OtherNode {
  readonly provider: string;
  readonly graph: ComfyGraph;
}

/** Finds another node for a waiting job whose node we chose and which is offline. */
@Injectable()
export class NodeSelectionService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeAccess,
    private readonly positions: QueuePositionsService,
    private readonly runTimes: RunTimes,
  ) {}

  /**
   * The online node with the right role that can run the graph and would start it soonest; among equals, the one that
   * would run it fastest. `null` when there is none.
   */
  async otherThan(job: JobRow): Promise<OtherNode | null> {
    const { graph } = await this.jobs.payload(job.prompt_id);
    const ahead = await this.positions.aheadOfNew(job.owner_id);
    const [best] = this.able(job, graph)
      .map((node) => ({ node, ...this.expected(job, node.provider, ahead.get(node.provider)) }))
      .toSorted((a, b) => a.wait - b.wait || a.run - b.run);
    return best?.node ?? null;
  }

  private expected(job: JobRow, provider: string, ahead: JobsAhead = NOTHING_AHEAD) {
    const kind = { workflow: job.workflow, runClass: job.run_class };
    const run = this.runTimes.expectedSeconds(kind, provider) ?? UNMEASURED_SECONDS;
    const { seconds, unmeasured } = expectedWait(ahead, provider, this.runTimes);
    return { run, wait: seconds + unmeasured * run };
  }

  private able(job: JobRow, graph: ComfyGraph): OtherNode[] {
    return this.providers.list().flatMap(({ id, status, roles }) => {
      const info = this.nodes.cachedClasses(id);
      const fit = id !== job.provider && status === 'online' && roles.includes(job.kind);
      if (!fit || !info || !isRunnable(assess(graph, info))) return [];
      return [{ provider: id, graph: spellModels(graph, info) }];
    });
  }
}
