import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { WorkflowBuiltin, WorkflowLimitReached, WorkflowNoFile } from './import.errors';
import { IdTaken } from '../../../platform/errors/id-taken';
import { nearestNames } from '../../../platform/nearest-names';
import { WorkflowCatalogueService } from '../catalogue/workflow-catalogue.service';
import { WORKFLOW_ID } from '../catalogue/workflow-id';
import { allowedOf } from '../public/workflow-access';
import { WorkflowNotAllowed, WorkflowNotFound } from '../public/workflow-errors';
import { pairFiles } from './folder-entry';
import { ImportResolverService } from './import-resolver.service';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { ImportRejected, type PreparedImport } from './prepare-import';
import type { Resolution } from './resolve-import';
import { WorkflowChanges } from './workflow-changes';
import { MAX_WORKFLOWS, WorkflowFolderStore } from './workflow-folder.store';

/** Writes and removes workflow files for the HTTP routes and the command line, each with its row of the audit log. */
@Injectable()
export class WorkflowImporterService {
  constructor(
    private readonly folder: WorkflowFolderStore,
    private readonly catalogue: WorkflowCatalogueService,
    private readonly imported: ImportedWorkflowsService,
    private readonly resolver: ImportResolverService,
    private readonly audit: AuditLogService,
    private readonly changes: WorkflowChanges,
  ) {}

  /** Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNoFile`, `IdTaken` and `WorkflowLimitReached`. */
  requireFree(caller: Caller, id: string): void {
    this.requireChangeable(caller, id);
    if (this.folder.has(id)) throw idTaken(id);
    if (this.folder.hasManifest(id)) throw new IdTaken(MANIFEST_FIRST);
    if (this.folder.count() >= MAX_WORKFLOWS) throw new WorkflowLimitReached(MAX_WORKFLOWS);
  }

  /** Throws like {@link requireFree}, and `ImportRejected` and `DiskFull`. Nothing has changed after an error. */
  async import(
    caller: Caller,
    { id, parsed, file }: PreparedImport,
  ): Promise<Exclude<Resolution, { state: 'broken' }>> {
    this.requireFree(caller, id);
    const resolution = this.resolver.resolve(parsed);
    if (resolution.state === 'broken') throw new ImportRejected(resolution.faults);
    const record = () => this.record(caller, 'workflow.import', id);
    return this.changes.run(id, async () => {
      if (!(await this.folder.add(id, file))) throw idTaken(id);
      // Others may have been imported since the first check.
      if (this.folder.count() > MAX_WORKFLOWS) {
        await this.folder.undoAdd(id);
        throw new WorkflowLimitReached(MAX_WORKFLOWS);
      }
      const recorded =
        resolution.state === 'ready'
          ? this.changes.store({ id, action: 'created' }, record)
          : record();
      await recorded.catch(async (error: unknown) => {
        await this.folder.undoAdd(id);
        throw asDiskError(error);
      });
      this.imported.added(id, file, parsed, resolution);
      return resolution;
    });
  }

  /**
   * Also removes broken workflows. Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNotFound` and
   * `WorkflowNoFile`.
   */
  async remove(caller: Caller, id: string): Promise<void> {
    this.requireChangeable(caller, id);
    const isUsable = this.imported.get(id) !== undefined;
    const record = () => this.record(caller, 'workflow.remove', id);
    await this.changes.run(id, async () => {
      const removal = await this.folder.remove(id);
      if (!removal) throw this.notFound(caller, id);
      const recorded = isUsable ? this.changes.store({ id, action: 'deleted' }, record) : record();
      await recorded.catch(async (error: unknown) => {
        await removal.undo();
        throw asDiskError(error);
      });
      await removal.commit();
      this.imported.removed(id);
    });
  }

  private notFound(caller: Caller, id: string): WorkflowNotFound {
    const { pairs } = pairFiles(this.folder.list());
    return new WorkflowNotFound([], nearestNames(id, allowedOf(caller, [...pairs.keys()])));
  }

  /** A key's list of workflows is checked before existence. What isn't an id must not become part of a file's path. */
  private requireChangeable(caller: Caller, id: string): void {
    if (!mayUseWorkflow(caller, id)) throw new WorkflowNotAllowed(id, caller.allowedWorkflows);
    if (!WORKFLOW_ID.test(id)) throw this.notFound(caller, id);
    if (this.catalogue.isBuiltin(id)) throw new WorkflowBuiltin(id);
    if (this.folder.isFolder(id)) throw new WorkflowNoFile(id);
  }

  private record(caller: Caller, action: string, id: string): Promise<void> {
    return this.audit.recordAlone(caller, { action, kind: 'workflow', subject: id, ownerId: null });
  }
}

const MANIFEST_FIRST =
  'a manifest of this id is in the workflows folder: delete it first, or choose another id';

const idTaken = (id: string): IdTaken =>
  new IdTaken(`DELETE /api/workflows/${id}; to replace the workflow, delete it first`);
