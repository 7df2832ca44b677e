import { PromptHeap } from './prompt-heap';
import { comesBefore, type QueueItem } from './queue-item';

/**
 * Pending prompts and the running one, in memory only. `changed` is called where ComfyUI's queue broadcasts its status,
 * and as often.
 */
export class PromptQueue {
  private readonly pending = new PromptHeap<QueueItem>(comesBefore);
  private current: QueueItem | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly changed: () => void) {}

  get running(): readonly QueueItem[] {
    return this.current === undefined ? [] : [this.current];
  }

  /** Pending prompts in heap order. */
  get waiting(): readonly QueueItem[] {
    return this.pending.list();
  }

  get remaining(): number {
    return this.pending.size + this.running.length;
  }

  /**
   * Adds a prompt. Throws `Incomparable` when it is compared with one of equal number and id; it is queued even then.
   */
  put(item: QueueItem): void {
    this.pending.push(item);
    this.changed();
    this.wake?.();
  }

  /** Resolves with true when there is a prompt to take, with false when the signal ends the waiting. */
  async waitForWork(signal: AbortSignal): Promise<boolean> {
    const stop = (): void => this.wake?.();
    signal.addEventListener('abort', stop);
    while (this.pending.size === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    this.wake = undefined;
    signal.removeEventListener('abort', stop);
    return !signal.aborted;
  }

  /** Makes the first pending prompt the running one. */
  take(): QueueItem | undefined {
    const item = this.pending.pop();
    if (item === undefined) return undefined;
    this.current = item;
    this.changed();
    return item;
  }

  /** Ends the running prompt. `record` adds it to the history before the change is broadcast. */
  finish(record: () => void): void {
    this.current = undefined;
    record();
    this.changed();
  }

  clear(): void {
    this.pending.clear();
    this.changed();
  }

  /** Removes one pending prompt with that id; true when there was one. */
  delete(promptId: string): boolean {
    const only = this.pending.size === 1;
    if (!this.pending.remove((item) => item.promptId === promptId)) return false;
    // ComfyUI clears the queue for the last prompt, and so broadcasts twice.
    if (only) this.changed();
    this.changed();
    return true;
  }
}
