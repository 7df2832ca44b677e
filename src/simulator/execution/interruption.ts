/** Somebody interrupted the running prompt. */
export class Interrupted extends Error {}

/** The node is going down; whatever runs ends without a word. */
export class NodeStopped extends Error {}

/**
 * The one flag by which a running prompt is stopped. As on the real one it is lowered when a prompt starts, so that an
 * interrupt sent while nothing runs doesn't hit the next prompt.
 */
export class Interruption {
  private raised = false;

  raise(): void {
    this.raised = true;
  }

  lower(): void {
    this.raised = false;
  }

  /** Throws `Interrupted` once for a raised flag. */
  check(): void {
    if (!this.raised) return;
    this.raised = false;
    throw new Interrupted('interrupted');
  }
}
