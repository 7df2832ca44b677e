import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../support/required-programs';
import { namedCalls } from '../support/guide/guide-calls';
import { GuideFollower } from '../support/guide/guide-follower';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

/** A reader of the guide: the rights of its key, or `null` without a key. */
const READERS: readonly (readonly [string, Record<string, unknown> | null])[] = [
  ['without a key', null],
  ['an admin', { is_admin: true }],
  [
    'a key for stills and their motion, one job at a time',
    { allowed_workflows: ['sdxl-t2i', 'wan22-5b-i2v'], max_concurrent_jobs: 1 },
  ],
  [
    'a key for edits and clips from text',
    { allowed_workflows: ['sdxl-i2i', 'wan22-14b-t2v'], max_concurrent_jobs: 1 },
  ],
];

/** Calls without placeholders and with a finite answer. */
const isWhole = (path: string): boolean => !path.includes('{') && path !== '/api/events';

describeWith('ffmpeg', 'the guide, followed to the letter', () => {
  let kinora: TestKinora;
  const folder = mkdtempSync(join(tmpdir(), 'kinora-guide-'));

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online('node');
  });
  afterAll(async () => {
    await kinora.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(READERS)(
    'makes a film without a single failed call: %s',
    async (name, rights) => {
      const cwd = mkdtempSync(join(folder, 'reader-'));
      writeFileSync(join(cwd, 'picture.png'), await png(640, 480));
      const id = `reader-${READERS.findIndex(([reader]) => reader === name)}`;
      const key = rights === null ? null : (await kinora.agent(id, rights)).key;
      const reader = kinora.as(key);
      const { body: guide } = await reader.get<string>('/api/guide');

      /** Newest first. */
      const shots = async (): Promise<string[]> => {
        const { body } = await reader.get<{ items: { name: string }[] }>('/api/media?type=video');
        return body.items.flatMap(({ name }) => /^shot-\d/.exec(name) ?? []);
      };
      const earlier = (await shots()).length;
      const follower = new GuideFollower(guide, key, cwd);
      await follower.follow();

      expect(follower.skipped).toEqual([]);
      expect(follower.made.filter(({ status, expected }) => status !== expected)).toEqual([]);
      const named = namedCalls(guide).filter(
        ({ method, path }) => method === 'GET' && isWhole(path),
      );
      expect(named.length).toBeGreaterThan(4);
      for (const { path } of named) {
        const { status } = await reader.get(path);
        expect([path, status]).toEqual([path, 200]);
      }
      const made = (await shots()).slice(0, -earlier || undefined);
      expect(made.sort()).toEqual(['shot-1', 'shot-2', 'shot-3']);
      const jobs = await reader.get<{ items: { status: string }[] }>('/api/jobs?limit=200');
      expect(new Set(jobs.body.items.map(({ status }) => status))).toEqual(new Set(['completed']));
    },
    240_000,
  );
});
