import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { AppLogger } from '../../src/platform/observability/app-logger';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';

interface Item {
  readonly id: string;
  readonly source: string;
  readonly runnable_on: readonly string[];
}
interface Problem {
  readonly file: string;
  readonly status: string;
  readonly line: number | null;
  readonly reason: string;
}
interface Page {
  readonly items: Item[];
  readonly problems?: Problem[];
}

interface Events {
  readonly items: { readonly data: { readonly id: string; readonly action: string } }[];
  readonly next_since: string;
}

const warned = (log: readonly string[], file: string): boolean =>
  log.some((line) => line.includes('"level":"warn"') && line.includes(`"file":"${file}"`));

describe('files dropped into the workflows folder', () => {
  let kinora: TestKinora;
  let graph: Record<string, { inputs: Record<string, unknown> }>;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    ({ body: graph } = await kinora.get<typeof graph>('/api/workflows/sd15-t2i/graph'));
  });
  afterAll(() => kinora.close());

  const place = (name: string): string => join(kinora.folder, 'data', 'workflows', name);
  const drop = (name: string, content: unknown): void => {
    mkdirSync(place('.'), { recursive: true });
    writeFileSync(
      place(name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  };
  const page = async (query = ''): Promise<Page> =>
    (await kinora.get<Page>(`/api/workflows?limit=200${query}`)).body;
  const imported = async (): Promise<string[]> =>
    (await page()).items.filter(({ source }) => source === 'imported').map(({ id }) => id);
  const problems = async (): Promise<Problem[]> =>
    (await page('&with_problems=true')).problems ?? [];
  const appears = (...ids: string[]) =>
    eventually(async () => JSON.stringify(await imported()) === JSON.stringify(ids));

  it('appear live, have a record like any other, and run', async () => {
    drop('mine.json', graph);
    await appears('mine');
    const { body } = await kinora.get('/api/workflows/mine');
    expect(body).toMatchObject({
      source: 'imported',
      kind: 'image',
      modes: ['t2i'],
      runnable_on: ['simulator'],
      params: { prompt: { type: 'text' }, steps: { type: 'integer' }, width: { type: 'integer' } },
    });
    const request = { workflow: 'mine', provider: 'simulator', prompt: 'a fox', width: 64 };
    const { status, body: answer } = await kinora.post('/api/image/generate', {
      ...request,
      height: 64,
      steps: 1,
    });
    expect([status, answer['ok']]).toEqual([200, true]);
    const job = await kinora.finished(String(answer['prompt_id']));
    expect([job.status, job.outputs[0]?.width]).toEqual(['completed', 64]);
    await eventually(async () => {
      const { body: record } = await kinora.get<{ run_time: unknown[] }>('/api/workflows/mine');
      return record.run_time.length === 1;
    });
  });

  it('take fields from a manifest beside them', async () => {
    drop('mine.manifest.json', { name: 'Mine', params: { width: { default: 768 } } });
    await eventually(async () => {
      const { body } = await kinora.get('/api/workflows/mine');
      return body['name'] === 'Mine';
    });
  });

  it('have an event when they are noticed; imports and removals at once, and only one', async () => {
    const events = async (since: string) =>
      (await kinora.get<Events>(`/api/events?events=workflow&since=${since}`)).body;
    const { next_since: start } = await events('latest');
    const seen = async () =>
      (await events(start)).items
        .map(({ data: { id, action } }) => `${id} ${action}`)
        .filter((event) => event !== 'mine changed');
    expect((await kinora.post('/api/workflows', { id: 'sent', graph })).status).toBe(201);
    expect(await seen()).toEqual(['sent created']);
    drop('dropped.json', graph);
    await eventually(async () => (await seen()).includes('dropped created'));
    for (const id of ['sent', 'dropped'])
      expect((await kinora.delete(`/api/workflows/${id}`)).status).toBe(200);
    const all = ['sent created', 'dropped created', 'sent deleted', 'dropped deleted'];
    expect(await seen()).toEqual(all);
    // The next that is noticed comes after whatever else was.
    drop('other.json', graph);
    await eventually(async () => (await seen()).includes('other created'));
    rmSync(place('other.json'));
    await eventually(async () => (await seen()).includes('other deleted'));
    expect(await seen()).toEqual([...all, 'other created', 'other deleted']);
  });

  it('are reported by name, line and reason when broken, without effect on others', async () => {
    const log: string[] = [];
    Logger.overrideLogger(new AppLogger(() => 'info', { write: (line) => void log.push(line) }));
    drop('broken.json', '{\n  "1": {\n    "class_type": "EmptyImage",\n  }\n}');
    drop('sd15-t2i.json', graph);
    await eventually(async () => (await problems()).length === 2);
    expect(await problems()).toEqual([
      expect.objectContaining({ file: 'broken.json', status: 'broken', line: 4 }),
      expect.objectContaining({
        file: 'sd15-t2i.json',
        line: null,
        reason: expect.stringContaining('is the id of a workflow that comes with Kinora') as string,
      }),
    ]);
    await eventually(() =>
      Promise.resolve(['broken.json', 'sd15-t2i.json'].every((file) => warned(log, file))),
    );
    expect(await imported()).toEqual(['mine']);
    const { body } = await kinora.get('/api/workflows/sd15-t2i');
    expect(body['source']).toBe('builtin');
  });

  it('show their problems only to admins', async () => {
    const ann = await kinora.agent('ann');
    const { body } = await ann.get('/api/workflows?with_problems=true');
    expect(Object.keys(body)).not.toContain('problems');
    const root = await kinora.agent('root', { is_admin: true });
    const { body: all } = await root.get('/api/workflows?with_problems=true');
    expect(all['problems']).toHaveLength(2);
  });

  it('are visible to keys that list them', async () => {
    const narrow = await kinora.agent('narrow', { allowed_workflows: ['mine'] });
    const { body } = await narrow.get<Page>('/api/workflows');
    expect(body.items.map(({ id }) => id)).toEqual(['mine']);
    const other = await kinora.agent('other', { allowed_workflows: ['sd15-t2i'] });
    expect((await other.get('/api/workflows/mine')).status).toBe(403);
  });

  it('survive a restart, and are gone when their files are deleted', async () => {
    await kinora.stop();
    kinora = await kinora.restart();
    expect(await imported()).toEqual(['mine']);
    rmSync(place('mine.json'));
    await appears();
    expect((await kinora.get('/api/workflows/mine')).status).toBe(404);
  });
});
