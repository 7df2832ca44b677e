import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { WriteGate } from '../../../platform/database/write-gate';
import { asDiskError } from '../../../platform/errors/disk-full';
import { IdTaken } from '../../../platform/errors/id-taken';
import { BuiltinWorkflowsStore } from '../builtin-workflows.store';
import { WorkflowNotAllowed, WorkflowNotFound } from '../public/workflow-errors';
import { WorkflowBuiltin } from './import.errors';
import { WorkflowFolderStore } from './workflow-folder.store';

/** Puts workflows into the folder and takes them out, and writes down who did. */
@Injectable()
export class WorkflowShelf {
  constructor(
    private readonly folder: WorkflowFolderStore,
    private readonly builtin: BuiltinWorkflowsStore,
    private readonly gate: WriteGate,
    private readonly trail: AuditTrail,
  ) {}

  /** May the caller bring a workflow of this id? Throws `WorkflowNotAllowed`, `WorkflowBuiltin` and `IdTaken`. */
  async expectFree(caller: Caller, id: string): Promise<void> {
    await this.expectOwn(caller, id);
    if (this.folder.has(id)) throw taken(id);
  }

  /** Keeps a workflow's file. Throws like {@link expectFree}, and `DiskFull`. */
  async add(caller: Caller, id: string, file: string): Promise<void> {
    await this.expectFree(caller, id);
    try {
      const incoming = await this.folder.prepare(file);
      try {
        if (!(await this.folder.place(incoming, id))) throw taken(id);
      } finally {
        await this.folder.discard(incoming);
      }
    } catch (error) {
      throw asDiskError(error);
    }
    try {
      await this.writeDown(caller, 'workflow.import', id);
    } catch (error) {
      await this.folder.remove(id);
      throw error;
    }
  }

  /** Removes what was imported, sound or not. Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNotFound`. */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.expectOwn(caller, id);
    if (!this.folder.has(id)) throw new WorkflowNotFound();
    await this.writeDown(caller, 'workflow.remove', id);
    await this.folder.remove(id);
  }

  /** The key's list is judged on the id alone, before existence (contract §2). */
  private async expectOwn(caller: Caller, id: string): Promise<void> {
    if (!mayUseWorkflow(caller, id)) throw new WorkflowNotAllowed(caller.allowedWorkflows);
    if (await this.builtin.has(id)) throw new WorkflowBuiltin(id);
  }

  private async writeDown(caller: Caller, action: string, id: string): Promise<void> {
    const deed = { action, kind: 'workflow', subject: id, ownerId: null };
    await this.gate.run((tx) => this.trail.record(tx, caller, deed));
  }
}

const taken = (id: string): IdTaken =>
  new IdTaken(`DELETE /api/workflows/${id} first, to replace it`);
