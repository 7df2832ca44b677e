/**
 * Lets everybody who asks at about the same time share one answer that was *started after* each of them asked: an
 * answer that was under way already might tell a stale truth. At most one question is under way, and one waits.
 */
export class RequestCoalescer<T> {
  private underWay: Promise<unknown> = Promise.resolve();
  private next: Promise<T> | null = null;

  constructor(private readonly question: () => Promise<T>) {}

  ask(): Promise<T> {
    this.next ??= this.gather();
    return this.next;
  }

  private async gather(): Promise<T> {
    await this.underWay;
    await new Promise(setImmediate);
    this.next = null;
    const answer = this.question();
    this.underWay = answer.catch(() => undefined);
    return answer;
  }
}
