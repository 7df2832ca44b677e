import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseVariables, dropDatabase } from '../support/test-database';
import { eventually } from '../support/eventually';
import { Program } from '../support/processes';

const JOBS = 12;
const KILLS = 2;

interface Job {
  readonly prompt_id: string;
  readonly status: string;
  readonly finished_at: string | null;
  readonly error: { readonly code: string } | null;
  readonly outputs: readonly { readonly path: string }[];
}

/** Names of all pictures below a folder. */
const pictures = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.png'),
      )
    : [];

describe('a service with an internal node that is killed while it collects outputs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-collecting-'));
  const data = join(folder, 'data');
  let service: Program;
  let variables: Record<string, string>;

  const start = (): Promise<Program> => Program.service(folder, variables);

  const submit = async (seed: number): Promise<string> => {
    const response = await fetch(`${service.url}/api/image/generate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        workflow: 'sd15-t2i',
        provider: 'inside',
        prompt: 'a harbour',
        width: 256,
        height: 256,
        steps: 1,
        seed,
      }),
    });
    return ((await response.json()) as { prompt_id: string }).prompt_id;
  };

  const jobs = async (): Promise<readonly Job[]> => {
    const response = await fetch(`${service.url}/api/jobs?limit=100`);
    return ((await response.json()) as { items: Job[] }).items;
  };

  beforeAll(async () => {
    const inside = { id: 'inside', kind: 'simulator', step_ms: 1 };
    const config = { providers: [inside], jobs: { poll_interval_ms: 200, lost_grace_ms: 500 } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    variables = await databaseVariables(folder);
    service = await start();
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    await dropDatabase(folder);
    rmSync(folder, { recursive: true });
  });

  it(`completes each of ${JOBS} jobs exactly once`, async () => {
    const ids = await Promise.all(Array.from({ length: JOBS }, (_, seed) => submit(seed)));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const output = join(data, 'simulator', 'inside', 'output');
      const before = pictures(output).length;
      // Kills right after the node has made another picture, while its job is being collected.
      await eventually(() => {
        const collected = pictures(join(data, 'media', 'files')).length;
        return Promise.resolve(pictures(output).length > before || collected === JOBS);
      });
      await service.end('SIGKILL');
      service = await start();
    }
    const ended = await eventually(async () => {
      const all = await jobs();
      return all.every((job) => job.finished_at !== null) ? all : undefined;
    });
    expect(ended.map((job) => job.prompt_id).sort()).toEqual([...ids].sort());
    expect(ended.map((job) => [job.status, job.error, job.outputs.length])).toEqual(
      ids.map(() => ['completed', null, 1]),
    );
    expect(new Set(ended.map((job) => job.outputs[0]?.path)).size).toBe(JOBS);
    expect(pictures(join(data, 'media', 'files'))).toHaveLength(JOBS);
  });
});
