import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { Clock } from '../../../platform/clock/clock';
import { EventFeed } from '../../../platform/events/event-feed';
import { Shutdown } from '../../../platform/http/shutdown';
import type { Workflow } from '../public/workflow';
import { FolderLogService } from './folder-log.service';
import { ImportedWorkflowsService } from './imported-workflows.service';

const INTERVAL_MS = 1_000;
/** While the last refresh has left files to the next one. */
const UNREAD_INTERVAL_MS = 250;

/**
 * Publishes events of kind `workflow` to those who may use it when an imported workflow is created, changed or deleted,
 * and logs broken files. It checks the folder by itself, as files are dropped there without a request.
 */
@Injectable()
export class FolderWatchService implements OnApplicationBootstrap {
  private readonly logger = new Logger(FolderWatchService.name);
  private published: ReadonlyMap<string, Workflow> = new Map();

  constructor(
    private readonly imported: ImportedWorkflowsService,
    private readonly log: FolderLogService,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
    private readonly shutdown: Shutdown,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.published = this.current();
    this.log.update();
    await this.imported.sweep();
    void this.watch();
  }

  private async watch(): Promise<void> {
    const { signal } = this.shutdown;
    for (;;) {
      const interval = this.imported.hasUnread ? UNREAD_INTERVAL_MS : INTERVAL_MS;
      await this.clock.sleep(interval, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        this.publishChanges();
        this.log.update();
      } catch (error) {
        this.logger.warn({ err: error }, 'the workflows folder could not be checked');
      }
    }
  }

  private publishChanges(): void {
    const current = this.current();
    const before = this.published;
    this.published = current;
    for (const [id, workflow] of current)
      if (before.get(id) !== workflow) this.publish(id, before.has(id) ? 'changed' : 'created');
    for (const id of before.keys()) if (!current.has(id)) this.publish(id, 'deleted');
  }

  private publish(id: string, action: 'created' | 'changed' | 'deleted'): void {
    this.feed.publish({
      kind: 'workflow',
      audience: { to: 'those', admits: (caller) => mayUseWorkflow(caller, id) },
      data: () => ({ id, action }),
    });
  }

  private current(): ReadonlyMap<string, Workflow> {
    return new Map(this.imported.list().map((workflow) => [workflow.id, workflow]));
  }
}
