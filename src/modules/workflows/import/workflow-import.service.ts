import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import type { Plain } from '../../../platform/plain';
import { WorkflowNodes } from '../records/workflow-nodes.service';
import type { ImportWorkflowDto } from './dto/import-workflow.dto';
import type {
  ImportedWorkflowAnswer,
  RemovedWorkflowResponse,
} from './dto/import-workflow.response';
import { ImportReports } from './import-reports.service';
import { ImportResolver } from './import-resolver.service';
import { ImportSources } from './import-sources.service';
import type { Resolution } from './resolve-import';
import { WorkflowShelf } from './workflow-shelf.service';

/** Brings workflows into the catalogue and takes them out. For admins. */
@Injectable()
export class WorkflowImportService {
  /** By id: what came with 201 isn't gone before it is told. */
  private readonly turns = new KeyedMutex();

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
    return this.turns.run(body.id, () => this.keep(caller, body.id, file, resolution));
  }

  /** Throws what `WorkflowShelf.remove` throws. */
  remove(caller: Caller, id: string): Promise<Plain<RemovedWorkflowResponse>> {
    return this.turns.run(id, async () => {
      await this.shelf.remove(caller, id);
      await this.reports.forget(id);
      return { ok: true, id };
    });
  }

  private async keep(
    caller: Caller,
    id: string,
    file: string,
    resolution: Resolution | null,
  ): Promise<ImportedWorkflowAnswer> {
    if (resolution) this.reports.expect(id, file, resolution);
    try {
      await this.shelf.add(caller, id, file);
    } finally {
      this.reports.settle(id);
    }
    return this.reports.of(caller, id);
  }
}
