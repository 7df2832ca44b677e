import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { mayUseWorkflow } from '../../../platform/access/scope';
import { Clock } from '../../../platform/clock/clock';
import { EventFeed } from '../../../platform/events/event-feed';
import { Shutdown } from '../../../platform/http/shutdown';
import type { Workflow } from '../public/workflow';
import { FolderLog } from './folder-log.service';
import { ImportedWorkflows } from './imported-workflows.service';

/** How long a change of the folder may go untold. Milliseconds. */
const LOOK_MS = 1_000;
/** And while a look has left files to the next one. Milliseconds. */
const SOON_MS = 250;

type Action = 'created' | 'changed' | 'deleted';

/**
 * Tells those who may use a workflow that it came, changed or went (event kind `workflow`), and the log what is broken. It
 * looks by itself: files come without a request, and what waits for a node is converted without one.
 */
@Injectable()
export class WorkflowNews implements OnApplicationBootstrap {
  private readonly logger = new Logger(WorkflowNews.name);
  private told: ReadonlyMap<string, Workflow> = new Map();

  constructor(
    private readonly imported: ImportedWorkflows,
    private readonly log: FolderLog,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
    private readonly shutdown: Shutdown,
  ) {}

  onApplicationBootstrap(): void {
    this.told = this.now();
    this.log.tell();
    void this.watch();
  }

  private async watch(): Promise<void> {
    const { signal } = this.shutdown;
    for (;;) {
      const pause = this.imported.isBehind ? SOON_MS : LOOK_MS;
      await this.clock.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        this.tell();
        this.log.tell();
      } catch (error) {
        this.logger.warn({ err: error }, 'the workflows folder could not be looked at');
      }
    }
  }

  private tell(): void {
    const now = this.now();
    const before = this.told;
    this.told = now;
    for (const [id, workflow] of now)
      if (before.get(id) !== workflow) this.publish(id, before.has(id) ? 'changed' : 'created');
    for (const id of before.keys()) if (!now.has(id)) this.publish(id, 'deleted');
  }

  private publish(id: string, action: Action): void {
    this.feed.publish({
      kind: 'workflow',
      audience: { to: 'those', admits: (caller) => mayUseWorkflow(caller, id) },
      data: () => ({ id, action }),
    });
  }

  private now(): ReadonlyMap<string, Workflow> {
    return new Map(this.imported.list().map((workflow) => [workflow.id, workflow]));
  }
}
