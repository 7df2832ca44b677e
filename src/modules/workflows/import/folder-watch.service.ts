import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { WriteGate } from '../../../platform/database/write-gate';
import { Outbox } from '../../../platform/events/outbox';
import { Shutdown } from '../../../platform/http/shutdown';
import type { Workflow } from '../public/workflow';
import { FolderLogService } from './folder-log.service';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { eventPayload } from '../../../platform/events/event-payloads';
import { WorkflowEventResponse } from './dto/workflow-event.response';

eventPayload('workflow', WorkflowEventResponse);

const INTERVAL_MS = 1_000;
/** Interval while the last refresh has left files unread. */
const UNREAD_INTERVAL_MS = 250;

/**
 * Stores `workflow` events for callers who may use the workflow when an imported one is created, changed or deleted,
 * and logs broken files. Checks the folder regularly, because files can be added without a request.
 */
@Injectable()
export class FolderWatchService implements OnApplicationBootstrap {
  private readonly logger = new Logger(FolderWatchService.name);
  private published: ReadonlyMap<string, Workflow> = new Map();

  constructor(
    private readonly imported: ImportedWorkflowsService,
    private readonly log: FolderLogService,
    private readonly outbox: Outbox,
    private readonly gate: WriteGate,
    private readonly clock: Clock,
    private readonly shutdown: Shutdown,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.published = this.importedById();
    await this.imported.sweep();
    void this.clock.repeat({
      signal: this.shutdown.signal,
      round: () => this.check(),
      pauseMs: () => (this.imported.hasUnread ? UNREAD_INTERVAL_MS : INTERVAL_MS),
      onFailure: (err) => this.logger.warn({ err }, 'the workflows folder could not be checked'),
    });
  }

  private async check(): Promise<void> {
    await this.storeEvents();
    this.log.update();
  }

  private async storeEvents(): Promise<void> {
    const importedById = this.importedById();
    const before = this.published;
    const changes: WorkflowEventResponse[] = [];
    for (const [id, workflow] of importedById)
      if (before.get(id) !== workflow)
        changes.push({ id, action: before.has(id) ? 'changed' : 'created' });
    for (const id of before.keys())
      if (!importedById.has(id)) changes.push({ id, action: 'deleted' });
    if (changes.length === 0) return;
    await this.gate.run(async () => {
      for (const change of changes) {
        const audience = { to: 'workflow' as const, id: change.id };
        await this.outbox.add({ kind: 'workflow', audience, data: () => change });
      }
    });
    this.published = importedById;
  }

  private importedById(): ReadonlyMap<string, Workflow> {
    return new Map(this.imported.list().map((workflow) => [workflow.id, workflow]));
  }
}
