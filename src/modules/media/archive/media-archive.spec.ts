import type { FileHandle } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { png } from '../../../../test/support/media-samples';
import { anOutput, as, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { waitUntil } from '../../../../test/support/wait-until';
import { readZip } from '../../../../test/support/zip-reader';
import { CallerWatch } from '../../../platform/access/caller-watch';
import { InvalidKey } from '../../../platform/access/key.errors';
import { MediaService } from '../catalogue/media.service';
import { MediaIntake } from '../public/media-intake';
import { MediaFilesStore } from '../storage/media-files.store';

interface Manifest {
  readonly items: {
    readonly file: string | null;
    readonly missing: boolean;
    readonly path: string;
  }[];
}

describe('POST /api/media/archive', () => {
  let testApp: MediaTestApp;
  let paths: string[];

  beforeAll(async () => {
    testApp = await MediaTestApp.open();
    paths = [];
    for (const seed of [1, 2])
      paths.push(
        (await testApp.upload(await png(30, 20, seed), { name: 'a.png', headers: as('o1') })).body
          .path,
      );
    const output = anOutput({ ownerId: 'o1' });
    const stored = await testApp.app
      .get(MediaIntake)
      .storeOutput(output, from(await png(40, 30, 3)));
    paths.push(stored!.path);
  });
  afterAll(() => testApp.close());

  const ask = (body: object, signal?: AbortSignal, owner = 'o1'): Promise<Response> =>
    fetch(`${testApp.url}/api/media/archive`, {
      method: 'POST',
      headers: { ...as(owner), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  const unpack = async (response: Response) => {
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    return { files, manifest: JSON.parse(String(files.get('manifest.json'))) as Manifest };
  };

  it('streams the files under names of their own, and a manifest with their records', async () => {
    const response = await ask({ paths: [...paths, paths[0]] });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="kinora-[\d-]+\.zip"$/),
      'cache-control': 'no-store',
    });
    const { files, manifest } = await unpack(response);
    expect([...files.keys()]).toEqual(['a.png', 'a (2).png', 'sdxl-t2i.png', 'manifest.json']);
    expect(manifest.items.map(({ path }) => path)).toEqual(paths);
    for (const item of manifest.items) {
      const record = (await testApp.get(`/api/media/${item.path}`, as('o1'))).body;
      expect(item).toEqual({ file: expect.any(String), missing: false, ...record });
      const hash = createHash('sha256').update(files.get(item.file!)!).digest('hex');
      expect(hash).toBe(record.sha256);
    }
    expect(manifest.items[2]).toMatchObject({
      prompt: 'a red fox in the snow',
      workflow: 'sdxl-t2i',
      provider: 'simulator',
      models: expect.any(Array),
      loras: expect.any(Array),
    });
  });

  it('names a file that is gone in the manifest, and packs the others', async () => {
    const { body } = await testApp.upload(await png(50, 50), {
      name: 'gone.png',
      headers: as('o1'),
    });
    const media = join(testApp.folder, 'data', 'media');
    for (const file of testApp.originals().filter((one) => one.includes(body.path)))
      rmSync(join(media, file));
    const { files, manifest } = await unpack(await ask({ paths: [body.path, paths[0]] }));
    expect([...files.keys()]).toEqual(['a.png', 'manifest.json']);
    expect(manifest.items[0]).toMatchObject({ path: body.path, file: null, missing: true });
  });

  it('answers 404 and nothing else for media of another owner, naming the one', async () => {
    const response = await ask({ paths: [paths[0], 'nothing.png'] });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'media_not_found', param: 'paths[1]' });
    const repeated = await ask({ paths: [paths[0], paths[0], 'nothing.png'] });
    expect(await repeated.json()).toMatchObject({ param: 'paths[2]' });
    expect((await ask({ paths }, undefined, 'o2')).status).toBe(404);
  });

  it.each([
    [{ paths: [] }],
    [{}],
    [{ paths: Array.from({ length: 1001 }, (_, at) => `${at}.png`) }],
    [{ paths: ['../x'], more: 1 }],
  ])('refuses a wrong body with 422: %#', async (body) => {
    expect((await ask(body)).status).toBe(422);
  });

  describe('while a file is endless', () => {
    let opened: Readable[];
    let bytesRead: number;

    beforeEach(() => {
      opened = [];
      bytesRead = 0;
      jest.spyOn(testApp.app.get(MediaFilesStore), 'open').mockImplementation(() => {
        const chunk = Buffer.alloc(65_536, 1);
        const endless = new Readable({
          read: () => {
            bytesRead += chunk.length;
            endless.push(chunk);
          },
        });
        opened.push(endless);
        return Promise.resolve({ createReadStream: () => endless } as unknown as FileHandle);
      });
    });
    afterEach(() => jest.restoreAllMocks());

    it('reads no further than the client does, and stops when the client is gone', async () => {
      const gone = new AbortController();
      const response = await ask({ paths }, gone.signal);
      const reader = response.body!.getReader();
      await reader.read();
      gone.abort();
      await waitUntil(() => opened.every(({ destroyed }) => destroyed));
      expect(opened).toHaveLength(1);
      expect(bytesRead).toBeLessThan(64 * 1024 * 1024);
    });

    it('lets eight archives of a caller wait, whose media are not read yet', async () => {
      const reads = jest.spyOn(testApp.app.get(MediaService), 'findAll');
      const gone = new AbortController();
      const running = [await ask({ paths }, gone.signal), await ask({ paths }, gone.signal)];
      const nine = Array.from({ length: 9 }, () => ask({ paths }, gone.signal));
      const refused = await Promise.race(nine);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toMatchObject({ code: 'archives_busy', limit: 8 });
      expect(reads).toHaveBeenCalledTimes(2);
      expect((await ask({ paths }, undefined, 'o2')).status).toBe(404);
      gone.abort();
      await Promise.allSettled(nine);
      for (const response of running) await expect(response.arrayBuffer()).rejects.toThrow();
      await waitUntil(() => opened.every(({ destroyed }) => destroyed));
    });

    it('counts archives that wait behind others on their connection', async () => {
      const watches = jest.spyOn(testApp.app.get(CallerWatch), 'watch');
      const body = JSON.stringify({ paths });
      const head = [
        'POST /api/media/archive HTTP/1.1',
        `Host: ${new URL(testApp.url).host}`,
        ...Object.entries(as('o1')).map(([name, value]) => `${name}: ${value}`),
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const socket = connect(Number(new URL(testApp.url).port), '127.0.0.1').pause();
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`.repeat(10));
      await waitUntil(() => watches.mock.calls.length === 10 && opened.length === 1);
      expect((await ask({ paths })).status).toBe(429);
      socket.destroy();
      await waitUntil(() => opened.every(({ destroyed }) => destroyed));
      expect(opened).toHaveLength(1);
    });

    it('stops when the caller loses access, and a third archive of a caller waits for its turn', async () => {
      const ends: (() => void)[] = [];
      jest.spyOn(testApp.app.get(CallerWatch), 'watch').mockImplementation(() => {
        const end = new AbortController();
        ends.push(() => end.abort());
        const refusal = { reason: 'key_revoked', refusal: new InvalidKey() } as const;
        return {
          signal: end.signal,
          get end() {
            return end.signal.aborted ? refusal : null;
          },
          release: () => undefined,
        };
      });
      const running = [await ask({ paths }), await ask({ paths })];
      const third = ask({ paths });
      await waitUntil(() => ends.length === 3);
      ends[2]!();
      expect((await third).status).toBe(401);
      for (const end of ends) end();
      for (const response of running) await expect(response.arrayBuffer()).rejects.toThrow();
      await waitUntil(() => opened.every(({ destroyed }) => destroyed));
      expect(opened).toHaveLength(2);
    });
  });
});
