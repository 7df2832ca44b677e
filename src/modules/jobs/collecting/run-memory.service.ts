import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { MemorySample, NodeEvent } from '../../providers/public/node-events';
import type { PeakMemory } from '../../workflows/public/run-times';
import { QueuePositionsService } from '../queue/queue-positions.service';

/** What was seen while a prompt ran. */
interface Watched {
  /** Somebody else's prompt was there, too: what is in use may be theirs. */
  shared: boolean;
  peak: PeakMemory | null;
}

/** Prompts whose end was never told fall out at this number. */
const MOST_RUNS = 2_000;

/**
 * The most memory in use on a node's device while one of our prompts ran. Only where the node's queue held nobody else's
 * prompt at any look: a prompt of theirs, or the models that it left behind, would count as ours.
 */
@Injectable()
export class RunMemoryService {
  private readonly log = new Logger(RunMemoryService.name);
  private readonly runs = new LRUCache<string, Watched>({ max: MOST_RUNS });

  constructor(private readonly positions: QueuePositionsService) {}

  hear(event: NodeEvent): void {
    if (event.kind === 'started') this.runs.set(event.promptId, { shared: false, peak: null });
  }

  saw(look: MemorySample): void {
    this.note(look).catch((error: unknown) => {
      this.log.warn({ err: error }, 'what a node has in use could not be noted');
    });
  }

  /** What was seen of a run that has ended, once; `null`: nothing that is its own. */
  take(promptId: string): PeakMemory | null {
    const run = this.runs.get(promptId);
    this.runs.delete(promptId);
    return run && !run.shared ? run.peak : null;
  }

  private async note({
    providerId,
    promptId,
    remaining,
    used,
    total,
  }: MemorySample): Promise<void> {
    const run = this.runs.get(promptId);
    if (!run) return;
    const { count: ours } = await this.positions.onNode(providerId);
    // Rows follow the node: they may count one that has just ended there, never miss one that was handed over.
    if (remaining > ours) run.shared = true;
    if (used > (run.peak?.used ?? -1)) run.peak = { used, total };
  }
}
