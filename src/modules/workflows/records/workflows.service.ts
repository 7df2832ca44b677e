import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { ConfigService } from '../../../platform/config/config.service';
import type { AnswerRecipe, Sources } from '../../../platform/http/content/ready-answers';
import { pageOfList, readPage } from '../../../platform/http/paging';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { requireProvider } from '../../providers/public/provider-access';
import { WorkflowCatalogueService } from '../catalogue/workflow-catalogue.service';
import type { WorkflowsQuery } from './dto/workflow-query.dto';
import type { RunTime, WorkflowPage } from './dto/workflow-page.response';
import type { WorkflowRecord } from './dto/workflow.response';
import { type MeasuredOnNode, measuredNotes } from '../run-times/measured-notes';
import type { Workflow } from '../public/workflow';
import { workflowFor } from '../public/workflow-access';
import { WorkflowUses } from '../public/workflow-uses';
import { WorkflowRecords } from '../public/workflow-records';
import { RunTimesService } from '../run-times/run-times.service';
import {
  type NodeWithClasses,
  type NodeReadiness,
  WorkflowNodesService,
} from './workflow-nodes.service';
import { type RecordContext, toItem, toRecord } from './workflow-record';

/** The catalogue as a caller may see it. */
@Injectable()
export class WorkflowsService implements WorkflowRecords {
  constructor(
    private readonly catalogue: WorkflowCatalogueService,
    private readonly nodes: WorkflowNodesService,
    private readonly runTimes: RunTimesService,
    private readonly uses: WorkflowUses,
    private readonly providers: ProviderDirectory,
    private readonly config: ConfigService,
  ) {}

  /**
   * What every answer about workflows is made from.
   * @param nodes as the answer shows them: cached, or fresh for a record
   */
  async sources(caller: Caller, nodes = this.nodes.cachedCatalogues()): Promise<Sources> {
    return [
      this.config.current(),
      await this.uses.of(caller),
      this.runTimes.revision,
      ...(await nodes).flatMap(({ provider: { id, status, since, is_default, roles }, info }) => [
        id,
        status,
        since,
        is_default,
        roles,
        info,
      ]),
      ...this.catalogue.list(),
    ];
  }

  pageRecipe(caller: Caller, query: WorkflowsQuery): AnswerRecipe<WorkflowPage> {
    const problems = (): string =>
      query.with_problems === true ? JSON.stringify(this.catalogue.problems()) : '';
    return {
      caller,
      make: () => this.page(caller, query),
      sources: async () => [problems(), ...(await this.sources(caller))],
    };
  }

  /** Throws what {@link get} throws, but before it waits for any node. */
  recordRecipe(caller: Caller, id: string): AnswerRecipe<WorkflowRecord> {
    workflowFor(caller, this.catalogue, id);
    return {
      caller,
      make: () => this.get(caller, id),
      sources: () => this.sources(caller, this.nodes.fresh()),
    };
  }

  /** By id. Throws `ProviderNotFound` (404). */
  async page(caller: Caller, query: WorkflowsQuery): Promise<WorkflowPage> {
    const request = readPage(query);
    const items = this.listed(caller, query, await this.nodes.cachedCatalogues());
    const page = pageOfList(items, request, {
      key: ({ workflow }) => workflow.id,
      item: ({ workflow, nodes }) => toItem(workflow, this.around(caller, workflow, nodes)),
    });
    const showsProblems = query.with_problems === true && caller.isAdmin;
    return showsProblems ? { ...page, problems: this.catalogue.problems() } : page;
  }

  /** Throws `WorkflowNotAllowed` (403) and `WorkflowNotFound` (404). */
  async get(caller: Caller, id: string): Promise<WorkflowRecord> {
    const workflow = workflowFor(caller, this.catalogue, id);
    const nodes = this.nodes.views(workflow, await this.nodes.fresh());
    return this.record(caller, { workflow, nodes }, await this.uses.of(caller));
  }

  async all(caller: Caller): Promise<readonly WorkflowRecord[]> {
    const uses = await this.uses.of(caller);
    return this.listed(caller, {}, await this.nodes.cachedCatalogues()).map((listed) =>
      this.record(caller, listed, uses),
    );
  }

  /** The graph as it is before a request fills it. Throws like {@link get}. */
  graph(caller: Caller, id: string): ComfyGraph {
    return workflowFor(caller, this.catalogue, id).graph;
  }

  private record(
    caller: Caller,
    { workflow, nodes }: Listed,
    uses: ReadonlyMap<string, string>,
  ): WorkflowRecord {
    const lastUsedAt = uses.get(workflow.id) ?? null;
    return toRecord(workflow, { ...this.around(caller, workflow, nodes), lastUsedAt });
  }

  private listed(
    caller: Caller,
    query: WorkflowsQuery,
    catalogues: readonly NodeWithClasses[],
  ): readonly Listed[] {
    if (query.provider !== undefined) requireProvider(this.providers, query.provider);
    return this.catalogue
      .list()
      .filter(({ id, kind }) => mayUseWorkflow(caller, id) && kind === (query.kind ?? kind))
      .map((workflow) => ({ workflow, nodes: this.nodes.views(workflow, catalogues) }))
      .filter(({ nodes }) => suits(nodes, query))
      .toSorted((a, b) => (a.workflow.id < b.workflow.id ? -1 : 1));
  }

  /** Only admins see how many runs a node had, as it shows the activity of others. */
  private around(
    { isAdmin }: Caller,
    workflow: Workflow,
    nodes: readonly NodeReadiness[],
  ): RecordContext {
    const runTimes = nodes.flatMap(({ id }): readonly RunTime[] => {
      const measured = this.runTimes.statistics(workflow, id);
      if (!measured) return [];
      const { median_seconds, p90_seconds, samples } = measured;
      return [{ provider: id, median_seconds, p90_seconds, ...(isAdmin ? { samples } : {}) }];
    });
    const measured = (): readonly MeasuredOnNode[] =>
      nodes.flatMap(({ id }) =>
        this.runTimes.classes(workflow, id).map((one) => ({ ...one, provider: id })),
      );
    const { prompt_chars: promptChars } = this.config.current().limits;
    return {
      nodes,
      runTimes,
      promptChars,
      notes: () => measuredNotes(workflow, measured(), isAdmin),
    };
  }
}

interface Listed {
  readonly workflow: Workflow;
  readonly nodes: readonly NodeReadiness[];
}

/** A query with only a provider asks for what that node can run. */
function suits(nodes: readonly NodeReadiness[], { provider, runnable }: WorkflowsQuery): boolean {
  const mustBeRunnable = runnable ?? (provider === undefined ? undefined : true);
  const able = nodes.some((node) => node.runnable && node.id === (provider ?? node.id));
  return mustBeRunnable === undefined || able === mustBeRunnable;
}
