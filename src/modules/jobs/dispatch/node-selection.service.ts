import { Injectable } from '@nestjs/common';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { assess, isRunnable, spellModels } from '../../workflows/public/availability';
import { RunTimes } from '../../workflows/public/run-times';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { WithdrawalsRepository } from '../records/withdrawals.repository';
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

/** Finds another node for a job whose node we chose and which is away. */
@Injectable()
export class NodeSelectionService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly withdrawals: WithdrawalsRepository,
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeAccess,
    private readonly positions: QueuePositionsService,
    private readonly runTimes: RunTimes,
  ) {}

  /**
   * The online node with the right role that can run the graph and would start it soonest; among equals, the one that
   * would run it fastest. `null` when there is none. Never a node that may still have the job, under any id: the same
   * prompt id would run there twice.
   */
  async otherThan(job: JobRow): Promise<OtherNode | null> {
    const able = await this.able(job);
    if (able.length === 0) return null;
    const ahead = await this.positions.aheadOfNew(job.owner_id);
    const [best] = able
      .map((node) => ({ node, ...this.expected(job, node.provider, ahead.get(node.provider)) }))
      .toSorted((a, b) => a.wait - b.wait || a.run - b.run);
    return best?.node ?? null;
  }

  /** Could the job move now? */
  async canMove(job: JobRow): Promise<boolean> {
    return (await this.able(job)).length > 0;
  }

  private expected(job: JobRow, provider: string, ahead: JobsAhead = NOTHING_AHEAD) {
    const kind = { workflow: job.workflow, runClass: job.run_class };
    const run = this.runTimes.expectedSeconds(kind, provider) ?? UNMEASURED_SECONDS;
    const { seconds, unmeasured } = expectedWait(ahead, provider, this.runTimes);
    return { run, wait: seconds + unmeasured * run };
  }

  private async able(job: JobRow): Promise<OtherNode[]> {
    const left = (await this.withdrawals.all()).filter((row) => row.prompt_id === job.prompt_id);
    const address = this.providers.get(job.provider)?.base_url;
    const ids = new Set([job.provider, ...left.map(({ provider }) => provider)]);
    const addresses = new Set([address, ...left.map((row) => row.address)]);
    const others = this.providers
      .list()
      .filter(
        ({ id, status, roles }) => !ids.has(id) && status === 'online' && roles.includes(job.kind),
      )
      .filter(({ base_url }) => !addresses.has(base_url));
    if (others.length === 0) return [];
    const { graph } = await this.jobs.payload(job.prompt_id);
    return others.flatMap(({ id }) => {
      const info = this.nodes.cachedClasses(id);
      if (!info || !isRunnable(assess(graph, info))) return [];
      return [{ provider: id, graph: spellModels(graph, info) }];
    });
  }
}
