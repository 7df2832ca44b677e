/** The running prompt was interrupted. */
export class Interrupted extends Error {}

/** The node stops; the running prompt ends without an event. */
export class NodeStopped extends Error {}

/**
 * The flag that interrupts the running prompt. As on the real node it is cleared when a prompt starts, so that an
 * interrupt without a running prompt doesn't affect the next one.
 */
export class Interruption {
  private raised = false;
  private stopping = new AbortController();

  /** For work that can't call `check`; aborts with the error to throw. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  raise(): void {
    this.raised = true;
    this.stopping.abort(new Interrupted('interrupted'));
  }

  /** Stops the running prompt, because the node stops. */
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
