import type { Type } from '@nestjs/common';
import { linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describeWith } from '../../../../test/support/required-programs';
import {
  decompressionBomb,
  jpeg,
  animated,
  mp4,
  png,
  wav,
  withGraph,
} from '../../../../test/support/media-samples';
import { anOutput, from, MediaTestApp, owner } from '../../../../test/support/media-test-app';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgres';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { MediaFilesStore } from '../storage/media-files.store';
import { DiskFull } from '../../../platform/errors/disk-full';
import { UnsupportedMedia } from '../public/unsupported-media';
import { MediaChangesRepository } from '../catalogue/media-changes.repository';
import { MediaRepository } from '../catalogue/media.repository';
import {
  type StoredOutput,
  MediaIntake,
  type OpenedOutput,
  type OutputIntake,
} from '../public/media-intake';
import { MediaReader } from '../public/media-reader';

class Crash extends Error {}

/** Makes the next call of this method fail, as if the process was killed at that moment. */
function crashAt<T extends object>(
  target: T,
  method: keyof T & string,
  when: 'before' | 'after',
): void {
  const original = target[method] as (...args: unknown[]) => Promise<unknown>;
  const crashing = async (...args: unknown[]): Promise<never> => {
    Reflect.deleteProperty(target, method);
    if (when === 'after') await original.apply(target, args);
    throw new Crash(`${when} ${method}`);
  };
  Object.defineProperty(target, method, { value: crashing, configurable: true });
}

function intakeSuite(database: () => string | undefined): void {
  let testApp: MediaTestApp;
  let databaseUrl: string | undefined;
  let picture: Buffer;

  beforeAll(async () => {
    picture = await png();
    databaseUrl = database();
    await open({});
  });
  afterEach(() => testApp.empty());
  afterAll(() => testApp.close());

  const open = async (options: { folder?: string; config?: object }) => {
    testApp = await MediaTestApp.open({ ...options, ...(databaseUrl ? { databaseUrl } : {}) });
  };
  const restart = async () => {
    await testApp.end();
    await open({ folder: testApp.folder });
  };
  const intake = () => testApp.app.get(MediaIntake);
  const keep = (output: OutputIntake, content = picture) =>
    intake().storeOutput(output, from(content));
  const stored = (path: string) => readFileSync(testApp.app.get(MediaFilesStore).locate(path));
  const record = async (path: string) => (await testApp.get(`/api/media/${path}`)).body;
  const total = async () => (await testApp.get('/api/media?with_total=true')).body.total ?? 0;

  it('stores an output with the labels of its job', async () => {
    const labels = {
      ...anOutput().labels,
      project: 'prj_1',
      characters: ['anna', 'ben'],
      description: 'for the cover',
    };
    const output = anOutput({ namePrefix: 'portraits/anna', labels, index: 2 });
    const kept = await keep(output);
    expect(kept).toEqual({
      path: `portraits-anna-${output.promptId}-19581e27de7c-2.png`,
      type: 'image',
      width: 24,
      height: 16,
      duration: null,
      url: `/media/${kept?.path}`,
    });
    expect(await record(kept!.path)).toMatchObject({
      name: 'portraits-anna.png',
      mime: 'image/png',
      size_bytes: picture.length,
      has_audio: false,
      description: 'for the cover',
      character_ids: ['anna', 'ben'],
      tags: [],
      source: 'generated',
      prompt_id: output.promptId,
      prompt: 'a red fox in the snow',
      workflow: 'sdxl-t2i',
      owner: null,
    });
    expect(stored(kept!.path)).toEqual(picture);
  });

  it.each([
    ['mesh.glb', Buffer.from('glTF\u0002\0\0\0'), '.glb', 'model/gltf-binary'],
    ['notes.TXT', Buffer.from('a red fox 🦊'.repeat(1000)), '.txt', 'text/plain; charset=utf-8'],
    ['drawing.svg', Buffer.from('<svg/>'), '.svg', 'text/plain; charset=utf-8'],
    ['x.latent', Buffer.from([0xff, 0, 1]), '.latent', 'application/octet-stream'],
    ['without extension', Buffer.from([0]), '.bin', 'application/octet-stream'],
  ])('stores %s as a file that browsers only download', async (filename, content, end, mime) => {
    const kept = await keep(anOutput({ filename }), content);
    expect(kept).toMatchObject({ type: 'file', width: null, duration: null });
    expect(kept?.path.endsWith(end)).toBe(true);
    expect(stored(kept!.path)).toEqual(content);
    expect(await record(kept!.path)).toMatchObject({ type: 'file', mime, thumbnail_url: null });
    const listed = await testApp.get('/api/media?type=file&facets=true');
    expect(listed.body).toMatchObject({ facets: { type: [{ value: 'file', count: 1 }] } });
    const { headers } = await fetch(testApp.url + kept!.url);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('content-type')).toBe(mime);
    expect((await testApp.get(`/media/${kept!.path}?thumbnail=256`)).status).toBe(404);
  });

  it('removes the graph from a picture, and hashes the stored bytes', async () => {
    const kept = await keep(anOutput(), withGraph(picture));
    expect(stored(kept!.path)).toEqual(picture);
    testApp.configure({ media: { strip_metadata: false } });
    const whole = await keep(anOutput(), withGraph(picture));
    expect(stored(whole!.path)).toEqual(withGraph(picture));
    const hashes = await Promise.all(
      [kept, whole].map(async (one) => (await record(one!.path)).sha256),
    );
    expect(new Set(hashes).size).toBe(2);
  });

  it.each([
    [
      'an animated WebP',
      () => animated('webp'),
      { type: 'video', width: 24, height: 16, duration: 1 },
      '.webp',
    ],
    ['a JPEG', jpeg, { type: 'image', width: 24, duration: null }, '.jpg'],
    ['a sound', wav, { type: 'audio', width: null }, '.wav'],
    [
      'a picture of very many pixels',
      () => decompressionBomb(20_000),
      { type: 'image', width: 20_000 },
      '.png',
    ],
  ])('stores %s, whatever the node called it', async (_, make, facts, extension) => {
    const kept = await keep(anOutput({ filename: 'x.exe' }), await make());
    expect(kept).toMatchObject(facts);
    expect(kept?.path).toMatch(new RegExp(`\\${extension}$`));
  });

  it('stores an output once, however often it is collected', async () => {
    const output = anOutput();
    const first = await keep(output);
    const open = jest.fn(from(picture));
    expect(await intake().storeOutput(output, open)).toEqual(first);
    expect(open).not.toHaveBeenCalled();
    expect(await total()).toBe(1);
  });

  it('opens one stream for concurrent calls for the same output', async () => {
    const output = anOutput();
    const open = jest.fn(from(picture));
    const kept = await Promise.all([1, 2, 3].map(() => intake().storeOutput(output, open)));
    expect(new Set(kept.map((one) => one?.path)).size).toBe(1);
    expect(open).toHaveBeenCalledTimes(1);
    expect(testApp.originals()).toHaveLength(1);
  });

  it('inserts one of several concurrent rows of the same output', async () => {
    const output = anOutput();
    const { path } = (await keep(output))!;
    const rows = testApp.app.get(MediaRepository);
    const asset = (await rows.find({ all: true }, path))!;
    await testApp.purge(path);
    const others = Array.from({ length: 8 }, () => anOutput().promptId);
    const key = { prompt_id: others[0]!, node_id: '9', output_index: 0 };
    const results = await Promise.all(
      others.map((id) =>
        rows.insert(
          { asset: { ...asset, ...key, path: `x-${id}.png` }, labels: [], origins: [] },
          null,
        ),
      ),
    );
    expect(results.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'existing')).toHaveLength(7);
    expect(await total()).toBe(1);
  });

  it('never stores an output again that a user purged', async () => {
    const output = anOutput();
    const { path } = (await keep(output))!;
    expect((await testApp.purge(path)).body).toEqual({ purged: 1, failed: [] });
    expect(await keep(output)).toBeNull();
    await restart();
    expect(await keep(output)).toBeNull();
    expect(testApp.files()).toEqual([]);
    expect(await intake().existing([path])).toEqual(new Set());
  });

  it('answers which outputs still exist', async () => {
    const [one, two] = [await keep(anOutput()), await keep(anOutput())] as [
      StoredOutput,
      StoredOutput,
    ];
    await testApp.delete(`/api/media/${one.path}`);
    expect(await intake().existing([one.path, two.path, 'other.png'])).toEqual(new Set([two.path]));
    expect(await intake().existing([])).toEqual(new Set());
    // More than the parameter limit of a statement.
    const many = Array.from({ length: 40_000 }, (_, n) => `${n}.png`);
    expect(await intake().existing([...many, two.path])).toEqual(new Set([two.path]));
  });

  it('stores events about added and deleted media for owners and admins', async () => {
    const output = anOutput({ ownerId: 'o1' });
    let path = '';
    const events = await testApp.eventsOf(async () => {
      path = (await keep(output))!.path;
      await keep(output);
      await testApp.delete(`/api/media/${path}`);
    });
    const about = (data: object) => ['media', { to: 'owner', ownerId: 'o1' }, { path, ...data }];
    const tile = { path, type: 'image', thumbnail_url: `/media/${path}?thumbnail=512` };
    expect(events.map(({ kind, audience, data }) => [kind, audience, data])).toEqual([
      about({ action: 'created', records: [expect.objectContaining(tile)] }),
      about({ action: 'deleted' }),
    ]);
  });

  it('shows other modules what their caller may see', async () => {
    const { path } = (await keep(anOutput({ ownerId: 'o1' })))!;
    const reader = testApp.app.get(MediaReader);
    const ownAsset = await reader.find(owner('o1'), path);
    expect(ownAsset).toMatchObject({
      path,
      type: 'image',
      mime: 'image/png',
      extension: '.png',
      width: 24,
    });
    expect(await reader.find(owner('o2'), path)).toBeNull();
    expect(await reader.find(UNRESTRICTED, '../x')).toBeNull();
    const content = await reader.openContent(ownAsset!.sha256, 'o1');
    expect(content?.size).toBe(picture.length);
    expect(Buffer.concat(await content!.open().toArray())).toEqual(picture);
    expect(await reader.openContent('0'.repeat(64), 'o1')).toBeNull();
    for (const other of ['o2', null])
      expect(await reader.openContent(ownAsset!.sha256, other)).toBeNull();
    await testApp.app.get(MediaFilesStore).remove(path);
    expect(await reader.openContent(ownAsset!.sha256, 'o1')).toBeNull();
  });

  describe('refuses', () => {
    const refused = async (
      output: OutputIntake,
      open: () => Promise<OpenedOutput>,
      reason: unknown,
    ) => {
      await expect(intake().storeOutput(output, open)).rejects.toThrow(reason as never);
      expect(testApp.files()).toEqual([]);
      expect(await total()).toBe(0);
    };

    it.each([
      ['an HTML page', async () => Buffer.from('<html>502 Bad Gateway</html>')],
      ['an empty file', async () => Buffer.alloc(0)],
      ['a truncated PNG', async () => (await png()).subarray(0, 200)],
      [
        'a PNG header followed by other bytes',
        async () => Buffer.concat([(await png()).subarray(0, 40), Buffer.alloc(9000, 65)]),
      ],
      ['a truncated MP4', async () => mp4().subarray(0, 150)],
    ])('%s', async (_, make) => {
      await refused(anOutput(), from(await make()), UnsupportedMedia);
    });

    it('a stream that breaks half-way, and stores the complete one later', async () => {
      const output = anOutput();
      const breaking = async () => ({
        stream: Readable.from(
          (function* () {
            yield picture.subarray(0, 50);
            throw new Error('the node went away');
          })(),
        ),
        size: null,
      });
      await refused(output, breaking, 'the node went away');
      await refused(output, () => Promise.reject(new Error('no connection')), 'no connection');
      const failed = () => new Readable({ read: () => undefined }).destroy(new Error('reset'));
      await refused(output, async () => ({ stream: failed(), size: null }), 'reset');
      expect(await keep(output)).toMatchObject({ type: 'image' });
    });

    it('anything while the disk is nearly full', async () => {
      testApp.configure({ limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
      await refused(anOutput(), from(picture), DiskFull);
      testApp.configure({});
      expect(await keep(anOutput())).toMatchObject({ type: 'image' });
    });

    it('a file that is announced to be larger than the free space', async () => {
      const { stream } = await from(picture)();
      await refused(anOutput(), async () => ({ stream, size: 2 ** 52 }), DiskFull);
    });

    it('a file without an end, once it has used up the free space', async () => {
      const free = testApp.app.get(MediaFilesStore).freeBytes();
      testApp.configure({ limits: { min_free_bytes: free - 4 * 1024 * 1024 } });
      const endless = Readable.from(
        (function* () {
          yield picture;
          for (;;) yield Buffer.alloc(1024 * 1024, 1);
        })(),
      );
      await refused(anOutput(), async () => ({ stream: endless, size: null }), DiskFull);
      testApp.configure({});
    });

    it('a file with metadata when there is no space for the copy without', async () => {
      const bytes = withGraph(picture);
      const reserve = testApp.app.get(ConfigService).current().limits.min_free_bytes;
      const free = jest.spyOn(testApp.app.get(MediaFilesStore), 'freeBytes');
      free.mockReturnValue(reserve + bytes.length - 1);
      await refused(anOutput(), from(bytes), DiskFull);
      free.mockReturnValue(reserve + bytes.length);
      expect(await keep(anOutput(), bytes)).toMatchObject({ type: 'image' });
      free.mockRestore();
    });

    it('a file when the disk becomes full half-way', async () => {
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const store = testApp.app.get(MediaFilesStore);
      const place = jest.spyOn(store, 'place').mockRejectedValueOnce(full);
      await refused(anOutput(), from(picture), DiskFull);
      place.mockRestore();
    });
  });

  describe('killed', () => {
    const crash = <T extends object>(
      type: Type<T>,
      method: keyof T & string,
      when: 'before' | 'after',
    ): void => {
      crashAt(testApp.app.get(type), method, when);
    };
    const steps: [string, () => void][] = [
      ['before the move', () => crash(MediaFilesStore, 'place', 'before')],
      ['after the marker', () => crash(MediaFilesStore, 'markPending', 'after')],
      ['after the move', () => crash(MediaFilesStore, 'place', 'after')],
      ['before the row', () => crash(MediaRepository, 'insert', 'before')],
      ['after the row', () => crash(MediaRepository, 'insert', 'after')],
      ['before the marker is deleted', () => crash(MediaFilesStore, 'clearPending', 'before')],
    ];

    it.each(steps)('%s, a retry stores the same output once', async (_, arrange) => {
      const output = anOutput();
      arrange();
      await expect(keep(output)).rejects.toThrow(Crash);
      const kept = await keep(output);
      expect(kept).toMatchObject({ type: 'image' });
      expect(stored(kept!.path)).toEqual(picture);
      expect(await total()).toBe(1);
      await restart();
      expect(testApp.originals()).toHaveLength(1);
      expect(await keep(output)).toEqual(kept);
    });

    it.each(steps)('%s, a restart makes files and rows agree', async (_, arrange) => {
      const survivor = (await keep(anOutput()))!;
      arrange();
      await expect(keep(anOutput())).rejects.toThrow(Crash);
      await restart();
      const count = await total();
      expect(testApp.originals()).toHaveLength(count);
      expect(stored(survivor.path)).toEqual(picture);
    });

    it.each([
      ['before the row is deleted', () => crash(MediaChangesRepository, 'apply', 'before'), 1],
      ['after the row is deleted', () => crash(MediaChangesRepository, 'apply', 'after'), 0],
      ['before the file is deleted', () => crash(MediaFilesStore, 'remove', 'before'), 0],
      ['after the file is deleted', () => crash(MediaFilesStore, 'remove', 'after'), 0],
    ])('while purging, %s, a restart makes files and rows agree', async (_, arrange, left) => {
      const { path } = (await keep(anOutput()))!;
      await testApp.delete(`/api/media/${path}`);
      arrange();
      const purged = await testApp.send('POST', '/api/media/purge', { paths: [path] });
      expect(purged.status).toBe(500);
      await restart();
      expect((await testApp.get('/api/media?trashed=true&with_total=true')).body.total).toBe(left);
      expect(testApp.originals()).toHaveLength(left);
    });

    it('while receiving a file or creating its marker, a restart deletes both', async () => {
      const media = join(testApp.folder, 'data', 'media');
      writeFileSync(join(media, 'incoming', 'abc.part'), picture);
      linkSync(join(media, 'incoming', 'abc.part'), join(media, 'unsettled', 'abc.png'));
      await restart();
      expect(testApp.files()).toEqual([]);
    });
  });
}

describe('media intake on SQLite', () => {
  intakeSuite(() => undefined);
});

describeWith('postgres', 'media intake on PostgreSQL', () => {
  let server: PostgresServer;
  let databases = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  intakeSuite(() => server.createDatabase(`media_${(databases += 1)}`));
});
