import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type RunningToolkit,
  startToolkit,
} from '../../src/simulator/public/toolkit/running-toolkit';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { chaptersOf, namedCalls } from '../support/guide/guide-calls';
import { GuideFollower } from '../support/guide/guide-follower';
import { routeOf, routesOf } from '../support/guide/guide-routes';
import { newFolder, type TestConfig, TestKinora } from '../support/kinora';
import { connectMcp } from '../support/mcp/clients';
import { tellWholeStory } from '../support/mcp/whole-story';
import { png } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import type { ScriptedNode } from '../support/scripted-node';
import { speechConfig, SPEECH_KEYS, startSpeechServer } from '../support/speech-server';

const NODE = { id: 'node', kind: 'simulator', step_ms: 0 };
const LORAS = 'data/simulator/node/models/loras';

interface Reader {
  /** The rights of its key; `null` without a key. */
  readonly rights: Record<string, unknown> | null;
  readonly chapters: readonly string[];
  /** A LoRA needs a workflow of its base model. */
  readonly mayTrain: boolean;
}
interface Job {
  readonly provider: string;
}
const ALL = ['workflows', 'film', 'training', 'library', 'events', 'errors'];

/** The chapters that take long are followed once, by the key with the fewest rights that they work with. */
const READERS: readonly (readonly [string, Reader])[] = [
  ['without a key', { rights: null, chapters: ['library', 'events'], mayTrain: false }],
  ['an admin', { rights: { is_admin: true }, chapters: ['errors', 'admin'], mayTrain: false }],
  [
    'a key for stills and their motion, one job at a time',
    {
      rights: { allowed_workflows: ['sdxl-t2i', 'wan22-5b-i2v'], max_concurrent_jobs: 1 },
      chapters: ALL,
      mayTrain: true,
    },
  ],
  [
    'a key for edits and clips from text',
    {
      rights: { allowed_workflows: ['sdxl-i2i', 'wan22-14b-t2v'], max_concurrent_jobs: 1 },
      chapters: ['errors'],
      mayTrain: false,
    },
  ],
];

/** Not shortened. */
const isWritten = ({ path }: { readonly path: string }): boolean => !path.includes('…');

/** Calls without placeholders and with a finite answer. */
const isWhole = (path: string): boolean => !path.includes('{') && path !== '/api/events';

describeWith('ffmpeg', 'the guide and its chapters, followed to the letter', () => {
  let kinora: TestKinora;
  let speech: ScriptedNode;
  let toolkit: RunningToolkit;
  let config: TestConfig;
  const folder = mkdtempSync(join(tmpdir(), 'kinora-guide-'));

  beforeAll(async () => {
    const home = newFolder();
    mkdirSync(join(home, LORAS), { recursive: true });
    writeFileSync(join(home, '.env'), SPEECH_KEYS);
    speech = await startSpeechServer();
    const root = join(home, 'training');
    toolkit = await startToolkit({ root, port: 0, stepsPerSecond: 50, timeLapse: 50 });
    const training = { root, base_url: toolkit.url, lora_dir: LORAS, poll_interval_ms: 50 };
    config = { providers: [NODE], speech: speechConfig(speech.url), training };
    kinora = await TestKinora.start(config, home);
    await kinora.online('node');
  });
  afterAll(async () => {
    await kinora.close();
    await toolkit.stop();
    await speech.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(READERS)(
    'does everything without a single failed call: %s',
    async (name, { rights, chapters, mayTrain }) => {
      const cwd = mkdtempSync(join(folder, 'reader-'));
      writeFileSync(join(cwd, 'picture.png'), await png(640, 480));
      const id = `reader-${READERS.findIndex(([reader]) => reader === name)}`;
      const key = rights === null ? null : (await kinora.agent(id, rights)).key;
      const reader = kinora.as(key);
      const { body: guide } = await reader.get<string>('/api/guide');
      const follower = new GuideFollower(guide, key, cwd);
      await follower.follow();
      const texts = [guide];
      for (const chapter of chapters) {
        const { body } = await reader.get<string>(`/api/guide/${chapter}`);
        await follower.follow(body);
        texts.push(body);
      }

      expect(follower.skipped).toEqual([]);
      expect(follower.made.filter(({ status, expected }) => status !== expected)).toEqual([]);
      const named = namedCalls(texts.join('\n')).filter(
        ({ method, path }) => method === 'GET' && isWhole(path),
      );
      expect(named.length).toBeGreaterThan(4);
      const { body: document } = await reader.get<OpenAPIObject>('/openapi.json');
      for (const { method, path } of routesOf(texts.join('\n')).filter(isWritten)) {
        // The document doesn't list itself.
        const route = document.paths[routeOf(document, path)] ?? { get: null };
        expect([method, path, Object.keys(route)]).toEqual([
          ...[method, path],
          expect.arrayContaining([method.toLowerCase()]),
        ]);
        expect(routeOf(document, path)).not.toContain('no route');
      }
      for (const { path } of named) {
        const { status } = await reader.get(path);
        expect([path, status]).toEqual([path, 200]);
      }
      if (chapters.includes('film')) {
        const film = await reader.get(`/api/media/${follower.value('film')}`);
        expect(film.body).toMatchObject({ type: 'video', has_audio: true });
      }
      const jobs = await reader.get<{ items: { status: string }[] }>('/api/jobs?limit=200');
      expect(new Set(jobs.body.items.map(({ status }) => status))).toEqual(new Set(['completed']));
      if (mayTrain) {
        const portrait = await reader.get<{ loras: string[] }>(
          `/api/media/${follower.value('portrait')}`,
        );
        expect(portrait.body.loras).toEqual([follower.value('lora')]);
      }
    },
    240_000,
  );

  it('is not needed over MCP: an assistant does it all with the tools alone', async () => {
    const { key } = await kinora.agent('assistant');
    const client = await connectMcp('2026', kinora.url, key);
    const story = await tellWholeStory(client, 'whole-story');
    await client.close();
    expect(story.failed).toEqual([]);
    expect(story.ended).toEqual(Array<string>(12).fill('completed'));
    expect(story.found).toEqual([story.picture]);
    const { body: film } = await kinora.as(key).get(`/api/media/${story.film}`);
    expect(film).toMatchObject({ type: 'video', has_audio: true });
    expect(story.portrait).toMatchObject({
      loras: [expect.stringContaining('whole-story')],
      settings: { prompt: 'drv_tok, a driver, blue cap, asleep' },
    });
  }, 240_000);

  it('gets its picture although the node of the job is lost', async () => {
    const lost = await SimulatorNode.start({ stepMs: 0 });
    lost.faults.set({ steps_allowed: 1 }); // its jobs never end
    const away = { id: 'lost', kind: 'comfyui', base_url: lost.url };
    const jobs = { move_after_ms: 100, poll_interval_ms: 50 };
    kinora.configure({ ...config, providers: [away], jobs });
    await kinora.online('lost');
    const { key } = await kinora.agent('patient');
    const reader = kinora.as(key);
    const { body: guide } = await reader.get<string>('/api/guide');
    const picture = chaptersOf(guide).find(({ title }) => title === 'Make a picture');
    const follower = new GuideFollower(guide, key, folder);
    const following = follower.follow(picture!.text);
    const jobsOf = async (status: string) =>
      (await reader.get<{ items: Job[] }>(`/api/jobs?status=${status}`)).body.items;
    await eventually(async () => (await jobsOf('running'))[0]?.provider === 'lost');
    kinora.configure({ ...config, providers: [away, NODE], jobs });
    await kinora.online('node');
    await lost.stop();
    await following;
    expect(follower.made.filter(({ status, expected }) => status !== expected)).toEqual([]);
    const [job] = await jobsOf('completed');
    expect(job).toMatchObject({ provider: 'node', outputs: [{ path: follower.value('picture') }] });
  });
});
