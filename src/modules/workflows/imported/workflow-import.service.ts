import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Plain } from '../../../platform/plain';
import { WorkflowNodes } from '../workflow-nodes.service';
import type { ImportWorkflowDto } from './dto/import-workflow.dto';
import type {
  ImportedWorkflowAnswer,
  RemovedWorkflowResponse,
} from './dto/import-workflow.response';
import { ImportReports } from './import-reports.service';
import { ImportResolver } from './import-resolver.service';
import { ImportSources } from './import-sources.service';
import { WorkflowShelf } from './workflow-shelf.service';

/** Brings workflows into the catalogue and takes them out. For admins. */
@Injectable()
export class WorkflowImportService {
  constructor(
    private readonly nodes: WorkflowNodes,
    private readonly sources: ImportSources,
    private readonly resolver: ImportResolver,
    private readonly shelf: WorkflowShelf,
    private readonly reports: ImportReports,
  ) {}

  /** Throws what `ImportSources.read` and `WorkflowShelf.add` throw. */
  async import(caller: Caller, body: ImportWorkflowDto): Promise<ImportedWorkflowAnswer> {
    await this.shelf.expectFree(caller, body.id);
    const { brought, file, refuse } = await this.sources.read(caller, body);
    await this.nodes.fresh();
    const resolution = brought && this.resolver.resolve(brought);
    if (resolution?.state === 'broken') throw refuse(resolution.faults);
    if (resolution) this.reports.expect(body.id, file, resolution);
    try {
      await this.shelf.add(caller, body.id, file);
    } finally {
      this.reports.settle(body.id);
    }
    return this.reports.of(caller, body.id);
  }

  /** Throws what `WorkflowShelf.remove` throws. */
  async remove(caller: Caller, id: string): Promise<Plain<RemovedWorkflowResponse>> {
    await this.shelf.remove(caller, id);
    await this.reports.forget(id);
    return { ok: true, id };
  }
}
