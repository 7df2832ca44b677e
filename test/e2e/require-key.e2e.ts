import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestKinora } from '../support/kinora';
import type { TestCaller } from '../support/caller';
import { waitUntil } from '../support/wait-until';

const required = (require_api_key: boolean) => ({ security: { require_api_key } });
/** Requests under way at any time, each kind. */
const CONCURRENCY = 4;
/** Keyless requests of each phase. */
const EACH = 16;

interface Seen {
  /** The phase in which it was sent, and the one in which its answer came. */
  readonly sent: number;
  readonly came: number;
  readonly status: number;
  readonly code: unknown;
}

/** Sends requests until it is stopped. */
class Load {
  readonly seen: Seen[] = [];
  phase = 0;
  private going = true;
  private readonly workers: readonly Promise<void>[];

  constructor(caller: TestCaller, path: string) {
    this.workers = Array.from({ length: CONCURRENCY }, () => this.work(caller, path));
  }

  /** Waits for as many answers to requests of this phase. */
  async answers(count: number): Promise<void> {
    const { phase } = this;
    await waitUntil(() => this.seen.filter(({ sent }) => sent === phase).length >= count);
  }

  async stop(): Promise<void> {
    this.going = false;
    await Promise.all(this.workers);
  }

  private async work(caller: TestCaller, path: string): Promise<void> {
    while (this.going) {
      const sent = this.phase;
      const { status, body } = await caller.get(path);
      this.seen.push({ sent, came: this.phase, status, code: body['code'] });
    }
  }
}

describe('security.require_api_key under load', () => {
  let kinora: TestKinora;
  let keyless: Load;
  let keyed: Load;
  beforeAll(async () => {
    kinora = await TestKinora.start(required(false));
    const member = await kinora.agent('member');
    keyless = new Load(kinora.as(null), '/api/jobs');
    keyed = new Load(member, '/api/jobs');
  });
  afterAll(async () => {
    await Promise.all([keyless.stop(), keyed.stop()]);
    await kinora.close();
  });

  /** Does something to the file; then everything that is sent belongs to the next phase. */
  async function then(change: () => void): Promise<void> {
    await keyless.answers(EACH);
    change();
    keyless.phase += 1;
  }

  it('takes effect at once without a restart; a broken or missing file changes nothing', async () => {
    const path = join(kinora.folder, 'config.json');
    const whole = JSON.stringify(required(false));
    const phases: (readonly [() => void, 200 | 401])[] = [
      [() => kinora.configure(required(true)), 401],
      [() => writeFileSync(path, whole.slice(0, -4)), 401],
      [() => writeFileSync(path, ''), 401],
      [() => rmSync(path), 401],
      [() => kinora.configure(required(true)), 401],
      [() => kinora.configure(required(false)), 200],
      [() => writeFileSync(path, '{"security":{"require_api_key":tr'), 200],
      [() => writeFileSync(path, '{"security":{"require_api_key":"yes"}}'), 200],
      [() => rmSync(path), 200],
      [() => kinora.configure(required(true)), 401],
      [() => kinora.configure(required(false)), 200],
    ];
    for (const [change] of phases) await then(change);
    await keyless.answers(EACH);
    await Promise.all([keyless.stop(), keyed.stop()]);
    const expected = [200, ...phases.map(([, status]) => status)];
    for (const { sent, came, status, code } of keyless.seen) {
      // What was under way during a change may go either way; nothing else may.
      const may = expected.slice(sent, came + 1);
      expect(may).toContain(status);
      expect(code).toBe(status === 401 ? 'missing_key' : undefined);
    }
    expect(new Set(keyed.seen.map(({ status }) => status))).toEqual(new Set([200]));
    expect(keyed.seen.length).toBeGreaterThan(EACH);
  });
});
