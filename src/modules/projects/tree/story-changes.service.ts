import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import type { Transaction } from '../../../platform/database/write-gate';
import { Outbox } from '../../../platform/events/outbox';
import { eventPayload } from '../../../platform/events/event-payloads';
import { ProjectEventResponse } from '../dto/story.response';
import type { ProjectRow } from '../records/project.entity';
import { StoryRepository } from '../records/story.repository';
import { ProjectAccessService } from './project-access.service';
import { StoryChecksService } from './story-checks.service';

eventPayload('project', ProjectEventResponse);

/** The actions that may make the text of a project longer. */
const ADDING_TEXT = new Set(['scene.create', 'shot.create']);
const CHANGING_TEXT = new Set(['scene.update', 'shot.update']);

/** A change as the audit log records it if another caller than the owner makes it. */
export interface StoryOperation {
  readonly kind: 'project' | 'scene' | 'shot' | 'take' | 'generation' | 'render';
  /** Such as `update`. */
  readonly verb: string;
  /** Id of the changed object. */
  readonly subject: string;
}

/** Runs changes to projects and their contents in locked transactions, with their audit entries and events. */
@Injectable()
export class StoryChangesService {
  constructor(
    private readonly story: StoryRepository,
    private readonly access: ProjectAccessService,
    private readonly checks: StoryChecksService,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Runs `work` in a transaction during which nothing else changes the project or anything in it. Records the change in
   * the audit log unless the owner made it, and stores an event.
   * @throws ProjectNotFound, ProjectTextTooLong after the creation or update of a scene or shot
   */
  async change<T>(
    caller: Caller,
    projectId: string,
    { kind, verb, subject }: StoryOperation,
    work: (tx: Transaction, project: ProjectRow) => Promise<T>,
  ): Promise<T> {
    return this.access.change(caller, projectId, async (tx, project) => {
      const operation = { action: `${kind}.${verb}`, kind, subject, ownerId: project.owner_id };
      const isTextChanged = CHANGING_TEXT.has(operation.action);
      const before = isTextChanged ? await this.checks.textLength(tx, project.id) : undefined;
      const result = await work(tx, project);
      if (isTextChanged || ADDING_TEXT.has(operation.action))
        await this.checks.requireRoom(tx, project.id, before);
      await this.auditLog.recordForeign(tx, caller, operation);
      const action = operation.action === 'project.delete' ? 'deleted' : 'updated';
      await this.store(project, action);
      return result;
    });
  }

  /**
   * Runs a change by the service itself in such a transaction. Stores an event if `work` answers that it changed something.
   * @returns the same
   */
  async changeOwn(
    projectId: string,
    work: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    return this.story.locked(projectId, async (tx) => {
      const isChanged = await work(tx);
      const project = isChanged && (await this.story.projectById(projectId, tx));
      if (project) await this.store(project, 'updated');
      return isChanged;
    });
  }

  /** Stores a `project` event for the owner. */
  async store(
    { id, owner_id: ownerId }: Pick<ProjectRow, 'id' | 'owner_id'>,
    action: ProjectEventResponse['action'],
  ): Promise<void> {
    const audience = { to: 'owner' as const, ownerId };
    await this.outbox.add({ kind: 'project', audience, data: () => ({ id, action }) });
  }
}
