/** Somebody interrupted the running prompt. */
export class Interrupted extends Error {}

/** The node is going down; what runs ends without an event. */
export class NodeStopped extends Error {}

/**
 * The one flag by which a running prompt is stopped. As on the real one it is lowered when a prompt starts, so that an
 * interrupt sent while nothing runs doesn't hit the next prompt.
 */
export class Interruption {
  private raised = false;
  private stopping = new AbortController();

  /** For work that can't look at the flag; aborts with what is to be thrown. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  raise(): void {
    this.raised = true;
    this.stopping.abort(new Interrupted('interrupted'));
  }

  /** The node dies, and what runs with it. */
  stop(): void {
    this.stopping.abort(new NodeStopped('the node goes down'));
  }

  lower(): void {
    this.raised = false;
    this.stopping = new AbortController();
  }

  /** Throws `Interrupted` once for a raised flag. */
  check(): void {
    if (!this.raised) return;
    this.lower();
    throw new Interrupted('interrupted');
  }
}
