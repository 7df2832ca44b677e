import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { WriteGate } from '../../../platform/database/write-gate';
import { Outbox } from '../../../platform/events/outbox';
import { Shutdown } from '../../../platform/http/shutdown';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import type { Workflow } from '../public/workflow';
import { FolderLogService } from './folder-log.service';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { eventPayload } from '../../../platform/events/event-payloads';
import { WorkflowEventResponse } from './dto/workflow-event.response';
import type { WorkflowChanges } from './workflow-changes';

eventPayload('workflow', WorkflowEventResponse);

const INTERVAL_MS = 1_000;
/** Interval while the last refresh has left files unread. */
const UNREAD_INTERVAL_MS = 250;

/**
 * Stores `workflow` events for callers who may use the workflow when an imported one is created, changed or deleted,
 * and logs broken files. Requests store theirs with the change; checks the folder regularly, because files can be added
 * without a request.
 */
@Injectable()
export class FolderWatchService implements OnApplicationBootstrap, WorkflowChanges {
  private readonly logger = new Logger(FolderWatchService.name);
  private published = new Map<string, Workflow>();
  /** One change of a workflow at a time, so that each is announced once and in order. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly imported: ImportedWorkflowsService,
    private readonly log: FolderLogService,
    private readonly outbox: Outbox,
    private readonly gate: WriteGate,
    private readonly clock: Clock,
    private readonly shutdown: Shutdown,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.imported.sweep();
    this.published = this.importedById();
    void this.clock.repeat({
      signal: this.shutdown.signal,
      round: () => this.check(),
      pauseMs: () => (this.imported.hasUnread ? UNREAD_INTERVAL_MS : INTERVAL_MS),
      onFailure: (err) => this.logger.warn({ err }, 'the workflows folder could not be checked'),
    });
  }

  run<T>(id: string, change: () => Promise<T>): Promise<T> {
    return this.mutex.run(id, async () => {
      const done = await change();
      this.setPublished(id, this.imported.get(id));
      return done;
    });
  }

  async store(event: WorkflowEventResponse, record: () => Promise<void>): Promise<void> {
    await this.gate.run(async () => {
      await record();
      const audience = { to: 'workflow' as const, id: event.id };
      await this.outbox.add({ kind: 'workflow', audience, data: () => event });
    });
  }

  private async check(): Promise<void> {
    await this.storeEvents();
    this.log.update();
  }

  private async storeEvents(): Promise<void> {
    const importedById = this.importedById();
    const ids = new Set([...importedById.keys(), ...this.published.keys()]);
    for (const id of ids)
      if (this.published.get(id) !== importedById.get(id))
        await this.mutex.run(id, () => this.storeEvent(id));
  }

  private async storeEvent(id: string): Promise<void> {
    const [before, now] = [this.published.get(id), this.imported.get(id)];
    // A request that was changing it has announced it.
    if (before === now) return;
    const changed = before ? 'changed' : 'created';
    await this.store({ id, action: now ? changed : 'deleted' }, () => Promise.resolve());
    this.setPublished(id, now);
  }

  private setPublished(id: string, workflow: Workflow | undefined): void {
    if (workflow) this.published.set(id, workflow);
    else this.published.delete(id);
  }

  private importedById(): Map<string, Workflow> {
    return new Map(this.imported.list().map((workflow) => [workflow.id, workflow]));
  }
}
