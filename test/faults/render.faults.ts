import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { FAULT_DATABASES, FaultDatabase } from '../support/fault-database';
import { LibraryClient } from '../support/library-client';
import { png, tone } from '../support/media-samples';
import { Program } from '../support/processes';
import { describeWith } from '../support/required-programs';
import { SeededRandom } from '../support/seeded-random';

/** Few kills on SQLite in `npm test`, more and on both databases in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const KILLS = FULL ? 20 : 1;
const SHOTS = FULL ? 24 : 4;
const FPS = 10;
const TIMEOUT_MS = FULL ? 1_200_000 : 180_000;
const SETTINGS = { resolution: '480p', fps: FPS, subtitles: 'none', transition: 0.2 };

interface Render {
  readonly id: string;
  readonly status: string;
  readonly frames_done: number;
  readonly path: string;
  readonly poster: string;
}

const suite = (name: string) => (): void => {
  const random = SeededRandom.for(`render kill test on ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'kinora-render-kill-'));
  let database: FaultDatabase;
  let service: Program;
  let renders: string;
  const client = new LibraryClient(() => service.url);
  const files = (): string[] => readdirSync(join(folder, 'data', 'renders'));

  const restart = async (): Promise<void> => {
    await service.end('SIGKILL');
    service = await Program.service(folder, database.variables);
  };
  const reaches = (id: string, frames: number): Promise<Render> =>
    eventually(async () => {
      const render = await client.get<Render>(`${renders}/${id}`);
      const isOpen = ['queued', 'running'].includes(render.status);
      return (!isOpen || render.frames_done >= frames) && render;
    });

  beforeAll(async () => {
    writeFileSync(join(folder, 'config.json'), '{}');
    database = await FaultDatabase.start(name, folder);
    service = await Program.service(folder, database.variables);
    const image = (await client.upload(new Uint8Array(await png(64, 36)), 'picture')).path;
    const project = await client.send<{ id: string }>('/api/projects', { title: 'Killed' });
    const path = `/api/projects/${project.id}`;
    renders = `${path}/renders`;
    const scene = await client.send<{ id: string }>(`${path}/scenes`, { scene_number: 1 });
    for (let shot = 0; shot < SHOTS; shot += 1)
      await client.send(`${path}/scenes/${scene.id}/shots`, { image, duration_seconds: 1 });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.end('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'is finished once, however often that happens',
    async () => {
      const { path: narration } = await client.upload(new Uint8Array(tone(1)), 'narration');
      const { id } = await client.send<Render>(renders, { ...SETTINGS, narration });
      for (let kill = 0; kill < KILLS; kill += 1) {
        await reaches(id, random.below(SHOTS * FPS));
        await restart();
      }
      const render = await reaches(id, Number.POSITIVE_INFINITY);
      expect(render).toMatchObject({ status: 'completed', frames_done: SHOTS * FPS });
      const films = await client.list('source=derived');
      expect(films.map(({ path }) => path).sort()).toEqual([render.path, render.poster].sort());
      expect(await client.get(`/api/media/${render.path}`)).toMatchObject({
        duration: SHOTS,
        fps: FPS,
        width: 480,
        height: 854,
      });
      expect(files()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'stays cancelled, and leaves no files',
    async () => {
      // Long enough that it is not finished before the cancellation: progress is written once a second.
      const long = { ...SETTINGS, resolution: '1080p', fps: 60 };
      const { id } = await client.send<Render>(renders, long);
      await reaches(id, 1);
      await client.send(`${renders}/${id}/cancel`, {});
      await restart();
      expect(await client.get(`${renders}/${id}`)).toMatchObject({ status: 'cancelled' });
      await eventually(() => Promise.resolve(files().length === 0));
    },
    TIMEOUT_MS,
  );
};

for (const name of FAULT_DATABASES)
  describeWith('ffmpeg', `a render on ${name} whose service is killed`, suite(name));
