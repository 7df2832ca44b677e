import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { eventually } from '../support/eventually';
import { FAULT_DATABASES, FaultDatabase } from '../support/fault-database';
import { LibraryClient, ServiceGone } from '../support/library-client';
import { png } from '../support/media-samples';
import { Program } from '../support/processes';
import { describeWith } from '../support/required-programs';
import type { ScriptedNode } from '../support/scripted-node';
import { SeededRandom } from '../support/seeded-random';
import { speak, SPEECH_KEYS, speechConfig, startSpeechServer } from '../support/speech-server';

/** Few shots on SQLite in `npm test`, all and on both databases in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const SHOTS = FULL ? 24 : 3;
const KILLS = FULL ? 12 : 1;
/** Before a kill, counted from the start of the service. */
const MAX_DELAY_MS = FULL ? 2500 : 1200;
const TIMEOUT_MS = FULL ? 900_000 : 240_000;
/** What a speech server needs for a line. */
const SPEAKING_MS = 40;

interface Generation {
  readonly id: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
}
interface Shot {
  readonly id: string;
  readonly image: string | null;
  readonly speech: string | null;
  readonly status: string;
}
interface Tree {
  readonly id: string;
  readonly scenes: readonly { readonly id: string; readonly shots: readonly Shot[] }[];
}

const suite = (name: string) => (): void => {
  const random = SeededRandom.for(`story kill test on ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'kinora-story-kill-'));
  const client = new LibraryClient(() => service.url);
  let node: SimulatorNode;
  let speech: ScriptedNode;
  let database: FaultDatabase;
  let service: Program;
  let over = false;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 10 });
    speech = await startSpeechServer();
    speech.setScript((asked, response) => {
      setTimeout(() => speak(asked, response), SPEAKING_MS);
    });
    const config = {
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      speech: speechConfig(speech.url),
      jobs: { poll_interval_ms: 200, lost_grace_ms: 1500 },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    writeFileSync(join(folder, '.env'), SPEECH_KEYS);
    database = await FaultDatabase.start(name, folder);
    service = await Program.service(folder, database.variables);
  });
  afterAll(async () => {
    over = true;
    await service.end('SIGKILL');
    await Promise.all([node.stop(), speech.stop(), database.stop()]);
    rmSync(folder, { recursive: true });
  });

  /** Sends a request again until it is answered. */
  const answered = async <T>(send: () => Promise<T>): Promise<T> => {
    for (;;)
      try {
        return await send();
      } catch (error) {
        if (over || !(error instanceof ServiceGone)) throw error;
        await sleep(50);
      }
  };

  async function newProject(shots: number): Promise<Tree> {
    const voice = { provider: 'openai', voice_id: 'narrator' };
    const project = { title: 'The pier', narrator_voice: voice };
    const { id } = await client.send<{ id: string }>('/api/projects', project);
    const scenes = `/api/projects/${id}/scenes`;
    const scene = await client.send<{ id: string }>(scenes, { scene_number: 1 });
    for (let n = 1; n <= shots; n += 1)
      await client.send(`${scenes}/${scene.id}/shots`, {
        image_prompt: `a lantern, ${n}`,
        lines: [
          // Of another length for each shot: the same sound is the same file.
          { speaker: 'narrator', text: 'Listen! '.repeat(n), pause_seconds: 0.2 },
          { speaker: 'narrator', text: 'Nobody came.' },
        ],
      });
    return client.get<Tree>(`/api/projects/${id}`);
  }

  const generate = ({ id }: Tree, key: string, body: object): Promise<Generation> =>
    answered(() => client.sendOnce<Generation>(`/api/projects/${id}/generate`, key, body));

  const completed = ({ id }: Tree, generation: string): Promise<Generation> =>
    eventually(async () => {
      const url = `/api/projects/${id}/generations/${generation}`;
      const now = await client.get<Generation>(url);
      return now.status !== 'running' && now;
    });

  /** Deletes a project. @returns whether that was answered before a kill */
  const remove = async ({ id }: Tree): Promise<boolean> => {
    try {
      return (await client.status(`/api/projects/${id}`, 'DELETE')) === 200;
    } catch (error) {
      if (error instanceof ServiceGone) return false;
      throw error;
    }
  };

  const stored = (name: 'files' | 'incoming' | 'unsettled'): string[] =>
    readdirSync(join(folder, 'data', 'media', name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);

  /** How many rows belong to something that is gone. */
  async function orphans(): Promise<readonly number[]> {
    const source = await new DataSource(database.options).initialize();
    const count = async (table: string, column: string, of: string): Promise<number> => {
      const [row]: { n: number }[] = await source.query(
        `SELECT count(*) AS n FROM ${table} WHERE ${column} NOT IN (SELECT id FROM ${of})`,
      );
      return Number(row?.n);
    };
    const counts = [
      await count('scenes', 'project_id', 'projects'),
      await count('shots', 'scene_id', 'scenes'),
      await count('takes', 'shot_id', 'shots'),
      await count('generations', 'project_id', 'projects'),
    ];
    await source.destroy();
    return counts;
  }

  it(
    'makes every picture and every line once, and deletes projects wholly or not at all',
    async () => {
      const story = await newProject(SHOTS);
      const doomed: Tree[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) doomed.push(await newProject(2));
      const small = { width: 64, height: 64, steps: 2 };
      const images = { kind: 'image', workflow: 'sd15-t2i', provider: 'node', fields: small };
      const generations = Promise.all([
        generate(story, 'images', images),
        generate(story, 'speech', { kind: 'speech' }),
      ]);
      const uploads = Promise.all(
        Array.from({ length: KILLS }, async (_, n) => {
          const picture = await png(8 + n, 8);
          return answered(() => client.upload(new Uint8Array(picture), `upload ${n}`));
        }),
      );
      const removals: boolean[] = [];
      for (const project of doomed) {
        await sleep(random.below(MAX_DELAY_MS));
        const removal = remove(project);
        await sleep(random.below(30));
        await service.end('SIGKILL');
        removals.push(await removal);
        service = await Program.service(folder, database.variables);
      }

      const uploaded = await uploads;
      for (const { id } of await generations)
        expect((await completed(story, id)).counts).toMatchObject({ completed: SHOTS, failed: 0 });
      const { scenes } = await client.get<Tree>(`/api/projects/${story.id}`);
      const shots = scenes.flatMap((scene) => scene.shots);
      expect(shots.map(({ status }) => status)).toEqual(Array(SHOTS).fill('image_ready'));
      for (const { id } of shots) {
        const url = `/api/projects/${story.id}/scenes/${String(scenes[0]?.id)}/shots/${id}/takes`;
        const { items } = await client.get<{ items: { kind: string; status: string }[] }>(url);
        expect(items.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
          ...['image completed', 'speech completed'],
        ]);
      }

      const media = await client.list('');
      const pictures = media.filter(({ type }) => type === 'image').map(({ path }) => path);
      expect(pictures.sort()).toEqual(
        [...shots.map(({ image }) => image), ...uploaded.map(({ path }) => path)].sort(),
      );
      // A recording of each different line, and the joined one of each shot.
      const recordings = media.filter(({ type }) => type === 'audio').map(({ path }) => path);
      expect(recordings).toHaveLength(SHOTS + 1 + SHOTS);
      expect(recordings).toEqual(expect.arrayContaining(shots.map(({ speech: path }) => path)));
      expect(stored('files').sort()).toEqual(media.map(({ path }) => path).sort());
      expect([stored('incoming'), stored('unsettled')]).toEqual([[], []]);
      // Only the line that was being spoken at a kill is paid for again.
      expect(speech.requests.length).toBeLessThanOrEqual(SHOTS + 1 + KILLS);

      for (const [at, { id }] of doomed.entries()) {
        const status = await client.status(`/api/projects/${id}`);
        if (removals[at]) expect(status).toBe(404);
        if (status === 200)
          expect((await client.get<Tree>(`/api/projects/${id}`)).scenes[0]?.shots).toHaveLength(2);
      }
      await service.end();
      expect(await orphans()).toEqual([0, 0, 0, 0]);
    },
    TIMEOUT_MS,
  );
};

for (const name of FAULT_DATABASES)
  describeWith(
    'ffmpeg',
    `a story on ${name} whose service is killed at random instants`,
    suite(name),
  );
