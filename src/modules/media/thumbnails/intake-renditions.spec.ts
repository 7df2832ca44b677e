import { rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { decompressionBomb, png, wav } from '../../../../test/support/media-samples';
import { anOutput, as, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { simulatedPicture } from '../../../../test/support/simulated-picture';
import { Clock } from '../../../platform/clock/clock';
import { ReadConnection } from '../../../platform/database/read-connection';
import { WriteGate } from '../../../platform/database/write-gate';
import { Outbox } from '../../../platform/events/outbox';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import { MediaIntake } from '../public/media-intake';
import { RenditionBackfillService } from './rendition-backfill.service';
import { ThumbnailRendererService } from './thumbnail-renderer.service';
import { ThumbnailsService } from './thumbnails.service';

describe('renditions of a received file', () => {
  let testApp: MediaTestApp;

  beforeAll(async () => {
    // A busy machine must not turn an immediate rendering into a later one.
    jest.spyOn(Clock.prototype, 'within').mockImplementation((_, work) => work);
    testApp = await MediaTestApp.open();
  });
  afterEach(() => testApp.empty());
  afterAll(async () => {
    await testApp.close();
    jest.restoreAllMocks();
  });

  const store = async (content: Buffer, filename = 'a.png'): Promise<string> => {
    const output = anOutput({ ownerId: 'o1', filename });
    const stored = await testApp.app.get(MediaIntake).storeOutput(output, from(content));
    return stored!.path;
  };
  const row = (path: string): Promise<MediaAsset> =>
    testApp.app.get(ReadConnection).manager.findOneByOrFail(MediaAssetEntity, { path });
  const thumbnails = (path: string): string[] =>
    testApp.files().filter((file) => file.startsWith('thumbnails/') && file.includes(path));
  const timeOutOnce = (): void => {
    jest.spyOn(testApp.app.get(Clock), 'within').mockImplementationOnce(async (_, work) => {
      await work;
      return null;
    });
  };
  const restart = async (): Promise<void> => {
    const { folder } = testApp;
    await testApp.end();
    testApp = await MediaTestApp.open({ folder });
    await testApp.app.get(RenditionBackfillService).finished();
  };
  const filled = {
    placeholder: expect.stringMatching(/^[A-Za-z0-9+/=]{20,60}$/),
    hash_1: expect.any(Number),
    hash_4: expect.any(Number),
  };

  it('exist before the event of a job’s output is stored', async () => {
    const tiles: unknown[] = [];
    const add = jest.spyOn(testApp.app.get(Outbox), 'add');
    add.mockImplementation(({ data }) => {
      const { records = [] } = data(UNRESTRICTED) as { records?: { path: string }[] };
      for (const tile of records) tiles.push({ ...tile, thumbnails: thumbnails(tile.path) });
      return Promise.resolve();
    });
    const path = await store(await simulatedPicture('a lighthouse', 1));
    add.mockRestore();
    const asset = await row(path);
    expect(asset).toMatchObject(filled);
    expect(tiles).toMatchObject([
      {
        path,
        placeholder: asset.placeholder,
        thumbnails: [
          expect.stringContaining(`${path}.256.webp`),
          expect.stringContaining(`${path}.512.webp`),
        ],
      },
    ]);
  });

  it('exist when an upload is answered', async () => {
    const { body } = await testApp.upload(await png(900, 600), { headers: as('o1') });
    expect(body.placeholder).toEqual(filled.placeholder);
    const webp = await fetch(`${testApp.url}${body.thumbnail_url}`, { headers: as('o1') });
    const { width, height } = await sharp(Buffer.from(await webp.arrayBuffer())).metadata();
    expect([width, height]).toEqual([512, 341]);
  });

  it('are not made of a file that cannot be rendered, but the file is stored', async () => {
    const sound = await store(wav(), 'a.wav');
    const path = await store(decompressionBomb(20_000));
    for (const one of [sound, path]) {
      expect(await row(one)).toMatchObject({ placeholder: '', hash_1: null });
      expect((await testApp.get(`/api/media/${one}`, as('o1'))).body.placeholder).toBeNull();
    }
    const render = jest.spyOn(ThumbnailRendererService.prototype, 'render');
    await restart();
    expect(render).not.toHaveBeenCalled();
    render.mockRestore();
  });

  it('are made after a restart if they took too long or the process was killed', async () => {
    timeOutOnce();
    const slow = await store(await simulatedPicture('a red fox', 1));
    const killed = await store(await simulatedPicture('a red fox', 2));
    const missing = await store(await simulatedPicture('a red fox', 3));
    expect(await row(slow)).toMatchObject({ placeholder: null, hash_1: null });
    expect(thumbnails(slow)).toEqual([]);
    await testApp.app
      .get(WriteGate)
      .run((tx) =>
        tx.update(MediaAssetEntity, [{ path: killed }, { path: missing }], { placeholder: null }),
      );
    const media = join(testApp.folder, 'data', 'media');
    for (const file of thumbnails(killed)) rmSync(join(media, file));
    for (const file of testApp.originals().filter((one) => one.includes(missing)))
      rmSync(join(media, file));
    await restart();
    for (const path of [slow, killed]) {
      expect(await row(path)).toMatchObject(filled);
      expect(thumbnails(path)).toHaveLength(2);
    }
    expect(await row(missing)).toMatchObject({ placeholder: '' });
  });

  it('are made after a restart although another file fails', async () => {
    const paths: string[] = [];
    for (const seed of [1, 2]) {
      timeOutOnce();
      paths.push(await store(await simulatedPicture('a red fox', seed)));
    }
    const render = jest.spyOn(ThumbnailsService.prototype, 'renderSmall');
    render.mockRejectedValueOnce(new Error('the file cannot be read'));
    await restart();
    render.mockRestore();
    expect(await row(paths[1]!)).toMatchObject({ placeholder: null });
    expect(await row(paths[0]!)).toMatchObject(filled);
  });

  it('are made by the first request for a missing thumbnail', async () => {
    timeOutOnce();
    const path = await store(await simulatedPicture('a red fox', 1));
    await fetch(`${testApp.url}/media/${path}?thumbnail=256`, { headers: as('o1') });
    expect(await row(path)).toMatchObject(filled);
    expect(thumbnails(path)).toHaveLength(2);
  });
});
