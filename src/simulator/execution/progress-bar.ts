/** Sends a step: value, total, and a preview picture if one was made. */
export type SendStep = (value: number, total: number, preview: Buffer | undefined) => void;

const MIN_PAUSE_MS = 100;
const MIN_CHANGE_PERCENT = 0.5;

/**
 * The steps of one node. From 0.33 on the first, the last and every step with a preview are sent, the others only after
 * 100 ms and half a percent; older nodes send them all.
 */
export class ProgressBar {
  private sentAt = 0;
  private sent = -1;

  constructor(
    private readonly total: number,
    private readonly options: { readonly throttled: boolean; readonly send: SendStep },
  ) {}

  update(value: number, preview?: Buffer): void {
    const now = performance.now();
    if (!this.due(value, preview, now)) return;
    this.options.send(value, this.total, preview);
    this.sentAt = now;
    this.sent = value;
  }

  private due(value: number, preview: Buffer | undefined, now: number): boolean {
    if (!this.options.throttled || preview !== undefined) return true;
    if (this.sent < 0 || value >= this.total) return true;
    const percent = ((value - this.sent) / this.total) * 100;
    return now - this.sentAt >= MIN_PAUSE_MS && percent >= MIN_CHANGE_PERCENT;
  }
}
