import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { createApp, type RunningKinora, start } from '../../src/app.factory';
import { ConfigService } from '../../src/platform/config/config.service';
import { StreamSlots } from '../../src/platform/http/stream-slots';
import { migratedDatabase, dropDatabase } from './test-database';
import { type Answer, read, TestCaller } from './caller';
import { eventually } from './eventually';
import { waitUntil } from './wait-until';

/** A configuration as `config.json` would hold it. */
export type TestConfig = Record<string, unknown>;

/** A whole service on a free port, with a data folder, a database and a configuration of its own. */
export class TestKinora {
  private constructor(
    private readonly running: RunningKinora,
    readonly folder: string,
    private readonly config: TestConfig,
  ) {}

  /** Starts on what `folder` holds already, or on nothing. */
  static async start(
    config: TestConfig = {},
    folder = newFolder(),
    port = '0',
  ): Promise<TestKinora> {
    const path = join(folder, 'config.json');
    writeFileSync(path, JSON.stringify(config));
    const app = await createApp({
      variables: {
        KINORA_CONFIG: path,
        KINORA_DATA_DIR: join(folder, 'data'),
        KINORA_PORT: port,
        ...('database' in config ? {} : await migratedDatabase(folder)),
        KINORA_LOG_LEVEL: process.env['KINORA_TEST_LOG'] ?? 'silent',
        PATH: process.env['PATH'],
      },
    });
    return new TestKinora(await start(app), folder, config);
  }

  get url(): string {
    return this.running.url;
  }

  get app(): RunningKinora['app'] {
    return this.running.app;
  }

  /** Somebody with a key, or, with `null`, without one. */
  as(key: string | null): TestCaller {
    return TestCaller.withKey(this.url, key);
  }

  /** Makes an agent, as the unrestricted caller or an admin, and answers who has its key. */
  async agent(
    id: string,
    scope: Record<string, unknown> = {},
    admin: TestCaller = this.as(null),
  ): Promise<TestCaller & { readonly key: string }> {
    const body = { id, name: id, ...scope };
    const made = await admin.post<{ key: string }>('/api/agents', body);
    if (made.status !== 201) throw new Error(`no agent ${id}: ${JSON.stringify(made.body)}`);
    const { key } = made.body;
    return Object.assign(this.as(key), { key });
  }

  /** Changes the configuration while the service runs. Background work sees it at once, too. */
  configure(config: TestConfig): void {
    writeFileSync(join(this.folder, 'config.json'), JSON.stringify(config));
    this.app.get(ConfigService).expire();
  }

  /** Sets environment variables, as lines of the `.env` file, while the service runs. */
  setVariables(lines: string): void {
    writeFileSync(join(this.folder, '.env'), lines);
  }

  async get<T = Record<string, unknown>>(path: string, headers = {}): Promise<Answer<T>> {
    return read<T>(await fetch(this.url + path, { headers }));
  }

  async post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer<T>> {
    return read<T>(
      await fetch(this.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  async delete(path: string): Promise<Answer> {
    return read(await fetch(this.url + path, { method: 'DELETE' }));
  }

  /** The job's record once it has ended. */
  finished<T = JobRecord>(promptId: string): Promise<T> {
    return this.as(null).finished<T>(promptId);
  }

  /** Sends a read that waits (`?wait=`). Resolves once the service holds its answer. */
  async held<T>(send: () => Promise<T>): Promise<{ readonly answer: Promise<T> }> {
    const slots = jest.spyOn(this.app.get(StreamSlots, { strict: false }), 'acquireWait');
    const answer = send();
    await waitUntil(() => slots.mock.calls.length > 0);
    slots.mockRestore();
    return { answer };
  }

  /** Resolves once the provider is online. */
  async online(provider = 'simulator'): Promise<void> {
    await eventually(
      async () => (await this.get(`/api/providers/${provider}`)).body['status'] === 'online',
      `${provider} is online`,
    );
  }

  /** Starts again on the same folder, after `stop`. */
  async restart(): Promise<TestKinora> {
    return TestKinora.start(this.config, this.folder);
  }

  /** Stops, and starts again on the same folder and at the same address. */
  async restartInPlace(): Promise<TestKinora> {
    const { port } = new URL(this.url);
    await this.stop();
    return TestKinora.start(this.config, this.folder, port);
  }

  /** Ends the service; its folder stays for another start. */
  async stop(): Promise<void> {
    await this.running.close();
  }

  /** Ends the service and removes its folder. */
  async close(): Promise<void> {
    await this.stop();
    await dropDatabase(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The parts of a job's record that tests look at. */
export interface JobRecord {
  readonly ok: boolean;
  readonly prompt_id: string;
  readonly status: string;
  readonly outputs: readonly {
    type: string;
    path: string;
    url: string;
    width: number;
    height: number;
  }[];
  readonly provider: string;
  readonly models: string[] | null;
  readonly loras: string[] | null;
  readonly settings: Record<string, unknown> | null;
  readonly progress: { fraction: number } | null;
  readonly queue_position: number | null;
  readonly node_unreachable: boolean;
  readonly attempts: number;
  readonly error: { code: string; message: string; node_id?: string; node_class?: string } | null;
  readonly node_errors?: Record<string, unknown>;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'kinora-test-'));
}
