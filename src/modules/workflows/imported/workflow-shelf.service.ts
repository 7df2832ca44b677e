import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { WriteGate } from '../../../platform/database/write-gate';
import { asDiskError } from '../../../platform/errors/disk-full';
import { IdTaken } from '../../../platform/errors/id-taken';
import { BuiltinWorkflowsStore } from '../builtin-workflows.store';
import { nearestNames } from '../../../platform/nearest-names';
import { allowedOf } from '../public/workflow-access';
import { WorkflowNotAllowed, WorkflowNotFound } from '../public/workflow-errors';
import { WorkflowBuiltin, WorkflowNoFile } from './import.errors';
import { paired } from './folder-pairs';
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

  /** May the caller bring a workflow of this id? Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNoFile` and `IdTaken`. */
  async expectFree(caller: Caller, id: string): Promise<void> {
    await this.expectOwn(caller, id);
    if (this.folder.isFolder(id)) throw new WorkflowNoFile(id);
    if (this.folder.has(id)) throw taken(id);
    if (this.folder.hasManifest(id)) throw new IdTaken(MANIFEST_FIRST);
  }

  /**
   * Keeps a workflow's file. Throws like {@link expectFree}, and `DiskFull`. It is written down before it is done: whoever
   * is killed in between leaves a row without a deed, never a deed without a row.
   */
  async add(caller: Caller, id: string, file: string): Promise<void> {
    await this.expectFree(caller, id);
    const incoming = await this.folder.prepare(file).catch((error: unknown) => {
      throw asDiskError(error);
    });
    try {
      await this.doing(caller, 'workflow.import', id, async () => {
        if (!(await this.folder.place(incoming, id))) throw taken(id);
      });
    } finally {
      await this.folder.discard(incoming);
    }
  }

  /** Removes what was imported, sound or not. Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNotFound`, `WorkflowNoFile`. */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.expectOwn(caller, id);
    if (!this.folder.has(id)) throw this.absent(caller, id);
    if (this.folder.isFolder(id)) throw new WorkflowNoFile(id);
    await this.doing(caller, 'workflow.remove', id, () => this.folder.remove(id));
  }

  /** Of those that could be removed, some may look alike. */
  private absent(caller: Caller, id: string): WorkflowNotFound {
    const { pairs } = paired(this.folder.list());
    return new WorkflowNotFound([], nearestNames(id, allowedOf(caller, [...pairs.keys()])));
  }

  /** The key's list is judged on the id alone, before existence (contract §2). */
  private async expectOwn(caller: Caller, id: string): Promise<void> {
    if (!mayUseWorkflow(caller, id)) throw new WorkflowNotAllowed(caller.allowedWorkflows);
    if (await this.builtin.has(id)) throw new WorkflowBuiltin(id);
  }

  /** Writes a deed down and does it. What fails after all gets a row of its own that says so. */
  private async doing(
    caller: Caller,
    action: string,
    id: string,
    work: () => Promise<void>,
  ): Promise<void> {
    await this.writeDown(caller, action, id, {});
    try {
      await work();
    } catch (error) {
      await this.writeDown(caller, action, id, { failed: true });
      throw asDiskError(error);
    }
  }

  private async writeDown(
    caller: Caller,
    action: string,
    id: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const deed = { action, kind: 'workflow', subject: id, ownerId: null, details };
    await this.gate.run((tx) => this.trail.record(tx, caller, deed));
  }
}

const MANIFEST_FIRST =
  'a manifest of this id lies in the workflows folder: take it away first, or choose another id';

const taken = (id: string): IdTaken =>
  new IdTaken(`DELETE /api/workflows/${id} first, to replace it`);
