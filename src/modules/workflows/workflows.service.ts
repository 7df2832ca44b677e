import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { mayUseWorkflow } from '../../platform/access/scope';
import { readPage, toPage } from '../../platform/http/paging';
import type { ComfyGraph } from '../providers/public/comfy-types';
import { ProviderDirectory } from '../providers/public/provider-directory';
import { ProviderNotFound } from '../providers/public/provider-not-found';
import type { WorkflowsQuery } from './dto/workflow-query.dto';
import type { RunTime, WorkflowPage, WorkflowRecord } from './dto/workflow.response';
import { type Workflow, WorkflowCatalogue } from './public/workflow';
import { workflowFor } from './public/workflow-access';
import { RunTimesService } from './run-times.service';
import { type NodeView, WorkflowNodes } from './workflow-nodes.service';
import { type Surroundings, toItem, toRecord } from './workflow-record';

/** The catalogue as a caller may see it. */
@Injectable()
export class WorkflowsService {
  constructor(
    private readonly catalogue: WorkflowCatalogue,
    private readonly nodes: WorkflowNodes,
    private readonly runTimes: RunTimesService,
    private readonly providers: ProviderDirectory,
  ) {}

  /** By id, from memory: no node is asked. Throws `ProviderNotFound` (404). */
  page(caller: Caller, query: WorkflowsQuery): WorkflowPage {
    const request = readPage(query);
    const { after, limit } = request;
    const found = this.matching(caller, query);
    const rows = after === null ? found : found.filter(({ id }) => id > after.id);
    return toPage(rows.slice(0, limit + 1), request, {
      position: ({ id }) => ({ sort: id, id }),
      item: (workflow) =>
        toItem(workflow, this.around(caller, workflow, this.nodes.known(workflow))),
      total: request.withTotal ? found.length : undefined,
    });
  }

  /** Throws `WorkflowNotAllowed` (403) and `WorkflowNotFound` (404). */
  async get(caller: Caller, id: string): Promise<WorkflowRecord> {
    const workflow = workflowFor(caller, this.catalogue, id);
    return toRecord(workflow, this.around(caller, workflow, await this.nodes.fresh(workflow)));
  }

  /** The graph as it is before a request fills it. Throws like {@link get}. */
  graph(caller: Caller, id: string): ComfyGraph {
    return workflowFor(caller, this.catalogue, id).graph;
  }

  private matching(caller: Caller, query: WorkflowsQuery): readonly Workflow[] {
    if (query.provider !== undefined && !this.providers.get(query.provider))
      throw new ProviderNotFound();
    return this.catalogue
      .list()
      .filter((workflow) => mayUseWorkflow(caller, workflow.id))
      .filter(({ kind }) => query.kind === undefined || query.kind === kind)
      .filter((workflow) => this.runs(workflow, query))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  private runs(workflow: Workflow, { provider, runnable }: WorkflowsQuery): boolean {
    const wanted = runnable ?? (provider === undefined ? undefined : true);
    if (wanted === undefined) return true;
    const able = this.nodes
      .known(workflow)
      .filter((node) => node.runnable && (provider === undefined || node.id === provider));
    return able.length > 0 === wanted;
  }

  /** How many runs a node had is for admins: it tells what others do. */
  private around(
    { isAdmin }: Caller,
    workflow: Workflow,
    nodes: readonly NodeView[],
  ): Surroundings {
    const runTimes = nodes.flatMap(({ id }): readonly RunTime[] => {
      const measured = this.runTimes.statistics(workflow.id, id);
      if (!measured) return [];
      const { median_seconds, p90_seconds, samples } = measured;
      return [{ provider: id, median_seconds, p90_seconds, ...(isAdmin ? { samples } : {}) }];
    });
    return { nodes, runTimes };
  }
}
