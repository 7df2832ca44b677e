import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import type { Plain } from '../../../platform/plain';
import { MediaReader } from '../../media/public/media-reader';
import type { Workflow } from '../public/workflow';
import { lackingNode } from '../records/workflow-record';
import { WorkflowNodesService } from '../records/workflow-nodes.service';
import { WorkflowsService } from '../records/workflows.service';
import { RunTimesService } from '../run-times/run-times.service';
import type { ImportWorkflowDto } from './dto/import-workflow.dto';
import type {
  ImportedWorkflowAnswer,
  ImportReportResponse,
  RemovedWorkflowResponse,
} from './dto/import-workflow.response';
import { waitingAnswer } from './import-report';
import { parseImport } from './parse-import';
import { fileText, ImportRejected, prepareImport } from './prepare-import';
import { readImportRequest, validationFailed } from './import-request';
import { WorkflowImporterService } from './workflow-importer.service';

/** `POST /api/workflows` and `DELETE /api/workflows/{workflow_id}`. */
@Injectable()
export class WorkflowImportService {
  /** Locks by id, so that a workflow isn't removed between its import and the answer. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly importer: WorkflowImporterService,
    private readonly media: MediaReader,
    private readonly nodes: WorkflowNodesService,
    private readonly workflows: WorkflowsService,
    private readonly runTimes: RunTimesService,
  ) {}

  /** Throws `ValidationFailed`, `MediaNotFound` and what `WorkflowImporterService.import` throws. */
  async import(caller: Caller, body: ImportWorkflowDto): Promise<ImportedWorkflowAnswer> {
    const { id } = body;
    this.importer.requireFree(caller, id);
    const value = await readImportRequest(this.media, caller, body);
    try {
      const prepared = prepareImport(id, parseImport(id, value, null), body, () => fileText(value));
      await this.nodes.fresh();
      return await this.mutex.run(id, async () => {
        const resolution = await this.importer.import(caller, prepared);
        return resolution.state === 'ready'
          ? this.readyAnswer(caller, resolution.workflow, {
              params: resolution.guesses,
              warnings: resolution.warnings,
            })
          : waitingAnswer(resolution, await this.nodes.cachedCatalogues());
      });
    } catch (error) {
      throw error instanceof ImportRejected ? validationFailed(body, error.faults) : error;
    }
  }

  /** Throws what `WorkflowImporterService.remove` throws. */
  remove(caller: Caller, id: string): Promise<Plain<RemovedWorkflowResponse>> {
    return this.mutex.run(id, async () => {
      await this.importer.remove(caller, id);
      await this.runTimes.forget(id);
      return { ok: true, id };
    });
  }

  private async readyAnswer(
    caller: Caller,
    workflow: Workflow,
    report: Pick<Plain<ImportReportResponse>, 'params' | 'warnings'>,
  ): Promise<ImportedWorkflowAnswer> {
    const providers = this.nodes
      .views(workflow, await this.nodes.cachedCatalogues())
      .map(lackingNode);
    const record = await this.workflows.get(caller, workflow.id);
    return { workflow: record, report: { status: 'ready', ...report, providers } };
  }
}
