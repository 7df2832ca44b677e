import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { Program } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';
import { type StreamedEvent, StreamReader } from '../support/stream-reader';

/** Few in `npm test`, all in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const AGENTS = FULL ? 20 : 3;
const STREAMS_PER_AGENT = FULL ? 5 : 2;
const JOBS = FULL ? 300 : 12;
const KILLS = FULL ? 12 : 2;

/** All kills come before half of the events. */
const EVENTS_BETWEEN_KILLS = Math.floor((JOBS * 5 * STREAMS_PER_AGENT) / (2 * KILLS));
const KINDS = 'job,output,media';
/** Fields of events about unfinished jobs that are as they were when the event was read. */
const OF_NOW = [
  ...['progress', 'node_unreachable', 'unreachable_since', 'moves_at', 'disk_full'],
  ...['queue_position', 'eta_seconds'],
];

interface Page {
  readonly items: readonly { readonly type: string; readonly data: Record<string, unknown> }[];
  readonly next_since: string;
  readonly has_more: boolean;
}

/** What an event says, as one text. */
function contentOf(kind: string, data: unknown): string {
  const lasting = Object.entries(data as object).filter(([field]) => !OF_NOW.includes(field));
  return JSON.stringify([kind, Object.fromEntries(lasting)]);
}

describe('event streams of a service that is killed', () => {
  const random = SeededRandom.for('killed event streams');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-events-'));
  let service: Program;
  let over = false;
  const isOver = (): boolean => over;
  /** Called with each event of any stream. */
  let received = (): void => undefined;

  beforeAll(async () => {
    const simulator = { id: 'fast', kind: 'simulator', step_ms: 2 };
    const jobs = { poll_interval_ms: 200, lost_grace_ms: 400 };
    const config = { providers: [simulator], jobs };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    service = await Program.service(folder);
  });
  afterAll(async () => {
    over = true;
    await service.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Repeats a request until it is answered, also by the next process. */
  const answered = <T>(request: (url: string) => Promise<T>): Promise<T> =>
    eventually(async () => {
      try {
        return await request(service.url);
      } catch (error) {
        if (error instanceof TypeError) return null;
        throw error;
      }
    });
  const get = <T>(key: string, path: string): Promise<T> =>
    answered(async (url) => (await TestCaller.withKey(url, key).get<T>(path)).body);

  async function newKey(n: number): Promise<string> {
    const body = { id: `agent-${n}`, name: `agent ${n}` };
    const made = await TestCaller.withKey(service.url, null).post<{ key: string }>(
      '/api/agents',
      body,
    );
    return made.body.key;
  }

  async function submit(key: string, n: number): Promise<string> {
    const base = { workflow: 'sd15-t2i', provider: 'fast', width: 64, height: 64, steps: 2 };
    return answered(async (url) => {
      const response = await fetch(`${url}/api/image/generate`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${key}`,
          'Idempotency-Key': `job-${n}`,
        },
        body: JSON.stringify({ ...base, prompt: `job ${n}`, seed: n }),
      });
      return ((await response.json()) as { prompt_id: string }).prompt_id;
    });
  }

  /** Follows the events of a key, and comes back with the last id whenever the stream ends. */
  class Subscriber {
    readonly events: StreamedEvent[] = [];
    private lastEventId: string | undefined;
    private reader: StreamReader | null = null;

    constructor(readonly key: string) {}

    async opened(): Promise<void> {
      await this.open();
      void this.follow();
    }

    close(): void {
      this.reader?.close();
    }

    private async open(): Promise<void> {
      const since = this.lastEventId === undefined ? {} : { 'Last-Event-ID': this.lastEventId };
      const headers = { Authorization: `Bearer ${this.key}`, ...since };
      this.reader = await answered((url) =>
        StreamReader.open(`${url}/api/events?events=${KINDS}`, headers).catch(() => null),
      );
      const { reader } = this;
      await reader?.until(() => reader.lastEventId !== undefined).catch(() => undefined);
    }

    private async follow(): Promise<void> {
      while (!isOver()) {
        const { reader } = this;
        let taken = 0;
        // Ends when the stream does.
        await reader
          ?.until((events) => {
            this.events.push(...events.slice(taken));
            taken = events.length;
            received();
            return false;
          })
          .catch(() => undefined);
        this.lastEventId = reader?.lastEventId ?? this.lastEventId;
        if (!isOver()) await this.open();
      }
    }
  }

  /** The stored events of a key: what its streams should have had. */
  async function storedEvents(key: string, start: string): Promise<string[]> {
    const stored: string[] = [];
    let since = start;
    let page: Page;
    do {
      page = await get<Page>(key, `/api/events?since=${since}&events=${KINDS}`);
      stored.push(...page.items.map(({ type, data }) => contentOf(type, data)));
      since = page.next_since;
    } while (page.has_more);
    return stored;
  }

  it('have every event exactly once and in order, through every kill', async () => {
    const keys = await Promise.all(Array.from({ length: AGENTS }, (_, n) => newKey(n)));
    const starts = new Map<string, string>();
    for (const key of keys)
      starts.set(key, (await get<Page>(key, '/api/events?since=latest')).next_since);
    const subscribers = keys.flatMap((key) =>
      Array.from({ length: STREAMS_PER_AGENT }, () => new Subscriber(key)),
    );
    await Promise.all(subscribers.map((subscriber) => subscriber.opened()));
    const owners = Array.from({ length: JOBS }, (_, n) => keys[n % AGENTS] ?? '');
    const submitted = Promise.all(owners.map((key, n) => submit(key, n)));
    for (let kill = 0; kill < KILLS; kill += 1) {
      // While events are on their way to all streams.
      let left = 1 + random.below(EVENTS_BETWEEN_KILLS);
      await new Promise<void>((resolve) => {
        received = () => {
          left -= 1;
          if (left <= 0) resolve();
        };
      });
      await service.end('SIGKILL');
      service = await Program.service(folder);
    }
    const ids = await submitted;
    for (const [n, id] of ids.entries())
      await eventually(async () => {
        const job = await get<{ status: string }>(owners[n] ?? '', `/api/jobs/${id}`);
        expect(['queued', 'running', 'completed']).toContain(job.status);
        return job.status === 'completed';
      });
    for (const { key, events } of subscribers) {
      const stored = await storedEvents(key, starts.get(key) ?? '');
      await eventually(() => Promise.resolve(events.length >= stored.length));
      expect(events.map(({ event, data }) => contentOf(event, data))).toEqual(stored);
    }
    for (const subscriber of subscribers) subscriber.close();
  }, 600_000);
});
