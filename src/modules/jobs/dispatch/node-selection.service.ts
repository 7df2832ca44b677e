import { Injectable } from '@nestjs/common';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { assess, isRunnable, spellModels } from '../../workflows/public/availability';
import { RunTimes } from '../../workflows/public/run-times';
import type { JobRow, JobSummaryRow, JobWithdrawalRow } from '../records/job.entity';
import { JobsRepository, type Submission } from '../records/jobs.repository';
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
    const able = (await this.able([job])).get(job.prompt_id) ?? [];
    if (able.length === 0) return null;
    const ahead = await this.positions.aheadOfNew(job.owner_id);
    const [best] = able
      .map((node) => ({ node, ...this.expected(job, node.provider, ahead.get(node.provider)) }))
      .toSorted((a, b) => a.wait - b.wait || a.run - b.run);
    return best?.node ?? null;
  }

  /** Those of the jobs that another node could take now. One statement at most while there is no withdrawal. */
  async movable(jobs: readonly JobSummaryRow[]): Promise<ReadonlySet<string>> {
    const able = await this.able(jobs);
    return new Set([...able].filter(([, nodes]) => nodes.length > 0).map(([id]) => id));
  }

  private expected(job: JobRow, provider: string, ahead: JobsAhead = NOTHING_AHEAD) {
    const kind = { workflow: job.workflow, runClass: job.run_class };
    const run = this.runTimes.expectedSeconds(kind, provider) ?? UNMEASURED_SECONDS;
    const { seconds, unmeasured } = expectedWait(ahead, provider, this.runTimes);
    return { run, wait: seconds + unmeasured * run };
  }

  /** By prompt id, the nodes that could take each of the jobs. */
  private async able(
    jobs: readonly JobSummaryRow[],
  ): Promise<ReadonlyMap<string, readonly OtherNode[]>> {
    if (jobs.length === 0) return new Map();
    const withdrawals = await this.withdrawals.all();
    const candidates = jobs
      .map((job) => ({ job, nodes: this.candidates(job, withdrawals) }))
      .filter(({ nodes }) => nodes.length > 0);
    const submissions = await this.jobs.submissions(candidates.map(({ job }) => job.prompt_id));
    return new Map(
      candidates.map(({ job: { prompt_id }, nodes }) => {
        const sent = submissions.get(prompt_id);
        return [prompt_id, sent ? nodes.flatMap((id) => this.fitted(id, sent)) : []];
      }),
    );
  }

  /** Online nodes with the right role that certainly don't have the job. */
  private candidates(job: JobSummaryRow, withdrawals: readonly JobWithdrawalRow[]): string[] {
    const left = withdrawals.filter(({ prompt_id }) => prompt_id === job.prompt_id);
    const current = this.providers.get(job.provider);
    const ids = [job.provider, ...left.map(({ provider }) => provider)];
    const addresses = [current?.base_url, ...left.map(({ address }) => address)];
    return this.providers
      .list()
      .filter(({ status, roles }) => status === 'online' && roles.includes(job.kind))
      .filter(({ id, base_url }) => !ids.includes(id) && !addresses.includes(base_url))
      .map(({ id }) => id);
  }

  /** With the graph as the node needs it; nothing when the node can't run it, or takes no input file as large. */
  private fitted(provider: string, { graph, inputs }: Submission): readonly OtherNode[] {
    const maxBytes = this.providers.get(provider)?.max_upload_size ?? 0;
    if (inputs.some(({ size }) => size > maxBytes)) return [];
    const info = this.nodes.cachedClasses(provider);
    if (!info || !isRunnable(assess(graph, info))) return [];
    return [{ provider, graph: spellModels(graph, info) }];
  }
}
