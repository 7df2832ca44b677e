import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { LackingNode } from '../records/dto/workflow-requirements.response';
import { classesAlike } from '../public/availability';
import { WorkflowNotFound } from '../public/workflow-errors';
import { RunTimesService } from '../run-times/run-times.service';
import { WorkflowNodes } from '../records/workflow-nodes.service';
import { WorkflowsService } from '../records/workflows.service';
import { lackingNode } from '../records/workflow-record';
import type { ImportedWorkflowAnswer } from './dto/import-workflow.response';
import { ImportedWorkflows } from './imported-workflows.service';
import type { Resolution } from './resolve-import';

/** Tells whoever imports a workflow what became of it. */
@Injectable()
export class ImportReports {
  constructor(
    private readonly imported: ImportedWorkflows,
    private readonly workflows: WorkflowsService,
    private readonly nodes: WorkflowNodes,
    private readonly runTimes: RunTimesService,
  ) {}

  /** What a file will become that is about to be placed: it is found out once. */
  expect(id: string, file: string, resolution: Resolution): void {
    this.imported.expect(id, file, resolution);
  }

  /** The file is there, or won't come. */
  settle(id: string): void {
    this.imported.settle(id);
  }

  /** Of what {@link settle} has found. Throws `WorkflowNotFound` when somebody has removed it meanwhile. */
  async of(caller: Caller, id: string): Promise<ImportedWorkflowAnswer> {
    const resolution = this.imported.resolution(id);
    if (resolution?.state === 'ready') return this.ready(caller, resolution);
    if (resolution?.state === 'needs_nodes') return this.waiting(resolution);
    throw new WorkflowNotFound();
  }

  /** What was removed is gone from now on, and so is what was measured of it. */
  async forget(id: string): Promise<void> {
    this.imported.refresh();
    await this.runTimes.forget(id);
  }

  private async ready(
    caller: Caller,
    { workflow, guesses, warnings }: Extract<Resolution, { state: 'ready' }>,
  ): Promise<ImportedWorkflowAnswer> {
    const views = this.nodes.views(workflow, await this.nodes.known());
    const providers = views.map(lackingNode);
    const record = await this.workflows.get(caller, workflow.id);
    return {
      workflow: record,
      report: { status: 'ready', params: guesses, providers, warnings },
    };
  }

  private async waiting({
    missing,
  }: Extract<Resolution, { state: 'needs_nodes' }>): Promise<ImportedWorkflowAnswer> {
    const catalogues = await this.nodes.known();
    const providers = catalogues.map(({ provider: { id }, info }) => ({
      ...{ provider: id, runnable: false, known: info !== null },
      ...{ missing_models: [], unsupported_values: [] },
      ...classesLacking(
        missing.map(({ class: name }) => name),
        info,
      ),
    }));
    const warnings = missing.flatMap(({ class: name, nodes }) =>
      nodes.map((node) => ({ node, class: name, reason: 'no node offers this class yet' })),
    );
    return {
      workflow: null,
      report: { status: 'needs_nodes', params: {}, providers, warnings },
    };
  }
}

/** Those that the node lacks, and what it has instead; nothing is said of one that was never reached. */
function classesLacking(
  names: readonly string[],
  info: ObjectInfo | null,
): Pick<LackingNode, 'missing_classes' | 'nearest_classes'> {
  if (info === null) return { missing_classes: [] };
  const missing = names.filter((name) => !Object.hasOwn(info, name));
  const alike = classesAlike(missing, info);
  return {
    missing_classes: missing,
    ...(alike.length === 0 ? {} : { nearest_classes: alike }),
  };
}
