import { eventually } from '../support/eventually';
import { KeyServerFixture } from '../support/key-server-fixture';
import { StreamReader } from '../support/stream-reader';

/** Requests per second, maximum of open requests, and minimum of refused ones. */
const RATE = 50;
const MAX_OPEN = 50;
const ENOUGH = 100;

/** How long a stream of an invalid key may stay open. Milliseconds. */
const STREAM_MS = 1_000;

interface Asked {
  /** performance.now() before the request was sent. */
  readonly at: number;
  /** performance.now() after the answer. */
  readonly answeredAt: number;
  readonly status: number;
}

/** Longest delay between two requests, or between request and answer, in milliseconds. */
function longestDelay(asked: readonly Asked[]): number {
  const sent = asked.map(({ at }) => at).sort((a, b) => a - b);
  const pauses = sent.slice(1).map((at, n) => at - sent[n]!);
  return Math.max(...pauses, ...asked.map(({ at, answeredAt }) => answeredAt - at));
}

/** Sends requests at a steady rate, up to a maximum of open ones. */
class Load {
  readonly answers: Asked[] = [];
  private readonly open = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;

  constructor(ask: () => Promise<number>) {
    this.timer = setInterval(() => {
      if (this.open.size >= MAX_OPEN) return;
      const one = this.one(ask).finally(() => this.open.delete(one));
      this.open.add(one);
    }, 1_000 / RATE);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.open);
  }

  private async one(ask: () => Promise<number>): Promise<void> {
    const at = performance.now();
    const status = await ask();
    this.answers.push({ at, answeredAt: performance.now(), status });
  }
}

/** After a revocation by the command line under load, no request is served that began after the command returned. */
describe('a key that is revoked by the command line', () => {
  let fixture: KeyServerFixture;
  beforeAll(async () => {
    fixture = await KeyServerFixture.spawn();
  });
  afterAll(() => fixture.stop());

  it.each(['revoke', 'rotate', 'delete'])(
    '%s: no request that began after the command returned is served; its stream ends within a second',
    async (command) => {
      const id = `loaded-${command}`;
      const key = await fixture.cli.key(id);
      const bystander = await fixture.cli.key(`beside-${command}`);
      const stream = await StreamReader.open(`${fixture.url}/api/events`, fixture.as(key).headers);
      const other = await StreamReader.open(
        `${fixture.url}/api/events`,
        fixture.as(bystander).headers,
      );
      const load = new Load(() => fixture.status(key));
      await eventually(async () => load.answers.length >= RATE);

      const { code } = await fixture.cli.run(command, id);
      const returned = performance.now();
      const ended = stream.closed.then(() => performance.now() - returned);
      const after = (): Asked[] => load.answers.filter(({ at }) => at >= returned);
      await eventually(async () => after().length >= ENOUGH);
      await load.stop();

      expect(code).toBe(0);
      expect(load.answers.some(({ status }) => status === 200)).toBe(true);
      expect(new Set(after().map(({ status }) => status))).toEqual(new Set([401]));
      expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
      expect(await ended).toBeLessThan(STREAM_MS + longestDelay(load.answers));
      expect(await fixture.status(bystander)).toBe(200);
      expect(other.response.complete).toBe(false);
      other.close();
    },
  );
});
