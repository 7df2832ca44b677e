/**
 * Lets concurrent callers share one request that *starts after* each of them called: the answer of a request that is
 * already running might be stale. At most one request runs, and one waits.
 */
export class RequestCoalescer<T> {
  private underWay: Promise<unknown> = Promise.resolve();
  private next: Promise<T> | null = null;

  constructor(private readonly request: () => Promise<T>) {}

  get(): Promise<T> {
    this.next ??= this.gather();
    return this.next;
  }

  private async gather(): Promise<T> {
    await this.underWay;
    await new Promise(setImmediate);
    this.next = null;
    const answer = this.request();
    this.underWay = answer.catch(() => undefined);
    return answer;
  }
}
