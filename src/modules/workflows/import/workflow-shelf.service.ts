import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { AuditLogService, type AuditedOperation } from '../../../platform/audit/audit-log.service';
import { Ids } from '../../../platform/clock/clock';
import { asDiskError } from '../../../platform/errors/disk-full';
import { IdTaken } from '../../../platform/errors/id-taken';
import { BuiltinWorkflowsStore } from '../catalogue/builtin-workflows.store';
import { nearestNames } from '../../../platform/nearest-names';
import { allowedOf } from '../public/workflow-access';
import { WorkflowNotAllowed, WorkflowNotFound } from '../public/workflow-errors';
import { callerOf, type Claim, doerOf } from './claim';
import { WorkflowBuiltin, WorkflowNoFile } from './import.errors';
import { paired } from './folder-pairs';
import { WorkflowClaimsStore } from './workflow-claims.store';
import { WorkflowFolderStore } from './workflow-folder.store';

/**
 * Puts workflows into the folder and takes them out, and writes down who did: first the deed, which one alone gets, then
 * the row. What a kill leaves between them, the next start finishes.
 */
@Injectable()
export class WorkflowShelf {
  constructor(
    private readonly folder: WorkflowFolderStore,
    private readonly builtin: BuiltinWorkflowsStore,
    private readonly claims: WorkflowClaimsStore,
    private readonly ids: Ids,
    private readonly auditLog: AuditLogService,
  ) {}

  /** May the caller bring a workflow of this id? Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNoFile` and `IdTaken`. */
  async expectFree(caller: Caller, id: string): Promise<void> {
    await this.expectOwn(caller, id);
    if (this.folder.isFolder(id)) throw new WorkflowNoFile(id);
    if (this.folder.has(id)) throw taken(id);
    if (this.folder.hasManifest(id)) throw new IdTaken(MANIFEST_FIRST);
  }

  /** Keeps a workflow's file. Throws like {@link expectFree}, and `DiskFull`; then nothing has changed. */
  async add(caller: Caller, id: string, file: string): Promise<void> {
    await this.expectFree(caller, id);
    const claim = this.claim(caller, 'import', id);
    if (!(await this.claims.place(claim, file))) throw taken(id);
    await this.writeDownOrUndo(caller, claim);
  }

  /** Removes what was imported, sound or not. Throws `WorkflowNotAllowed`, `WorkflowBuiltin`, `WorkflowNotFound`, `WorkflowNoFile`. */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.expectOwn(caller, id);
    if (this.folder.isFolder(id)) throw new WorkflowNoFile(id);
    const claim = this.claim(caller, 'remove', id);
    if (!(await this.claims.takeAway(claim))) throw this.absent(caller, id);
    await this.writeDownOrUndo(caller, claim);
  }

  /** Finishes what a killed process has done and perhaps not written down, and drops what it hasn't done. */
  async resume(claim: Claim): Promise<void> {
    const late = { finished_at_start: true };
    if (await this.claims.isDone(claim)) await this.writeDown(callerOf(claim), claim, late);
    await this.claims.finish(claim);
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

  private claim(caller: Caller, action: Claim['action'], workflow: string): Claim {
    return { deed: this.ids.uuid(), action, workflow, doer: doerOf(caller) };
  }

  /** What can't be written down isn't done either. */
  private async writeDownOrUndo(caller: Caller, claim: Claim): Promise<void> {
    try {
      await this.writeDown(caller, claim, {});
    } catch (error) {
      await this.claims.undo(claim);
      throw asDiskError(error);
    }
    await this.claims.finish(claim);
  }

  private async writeDown(
    caller: Caller,
    { deed, action, workflow }: Claim,
    details: NonNullable<AuditedOperation['details']>,
  ): Promise<void> {
    const row = { id: deed, action: `workflow.${action}`, kind: 'workflow', subject: workflow };
    await this.auditLog.recordOnce(caller, { ...row, ownerId: null, details });
  }
}

const MANIFEST_FIRST =
  'a manifest of this id lies in the workflows folder: take it away first, or choose another id';

const taken = (id: string): IdTaken =>
  new IdTaken(`DELETE /api/workflows/${id} first, to replace it`);
