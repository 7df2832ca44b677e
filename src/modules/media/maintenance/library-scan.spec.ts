import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../../../../test/support/eventually';
import { png } from '../../../../test/support/media-samples';
import { as, MediaTestApp } from '../../../../test/support/media-test-app';
import { LibraryCheck, LibraryInspection, LibraryRepair } from '../public/library-check';
import { type LibraryTallies, tallyFindings } from '../public/library-findings';
import { locationOf } from './library-files.store';
import { LibraryRowsRepository } from './library-rows.repository';
import { LibraryScanService } from './library-scan.service';

describe('the comparison of files and catalogue', () => {
  let testApp: MediaTestApp;
  let seed = 0;

  beforeAll(async () => {
    testApp = await MediaTestApp.open();
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.empty());

  const upload = async (): Promise<string> => {
    seed += 1;
    const { body } = await testApp.upload(await png(24, 16, seed), { headers: as('o1') });
    return body.path;
  };
  const onDisk = (location: string): string => join(testApp.folder, 'data', 'media', location);
  const plant = (location: string, content = 'x'): string => {
    mkdirSync(dirname(onDisk(location)), { recursive: true });
    writeFileSync(onDisk(location), content);
    return location;
  };
  const thumbnailOf = (path: string): string =>
    `${locationOf(path).replace('files', 'thumbnails')}.256.webp`;
  const inspection = () => testApp.app.get(LibraryInspection, { strict: false });
  const tallies = (readsContent = false): Promise<LibraryTallies> =>
    tallyFindings(inspection().findings(readsContent));
  const repair = (removesLost = false) =>
    testApp.app.get(LibraryRepair).repair({ removesLost, readsContent: false });

  it('finds nothing in a library that only the service has written to', async () => {
    const path = await upload();
    await fetch(`${testApp.url}/media/${path}?thumbnail=256`, { headers: as('o1') });
    expect(await tallies(true)).toEqual({});
    expect(await inspection().wrongOwnerSums()).toEqual([]);
  });

  it('finds files that are missing, of another size, or of another content', async () => {
    const [missing, short, changed] = [await upload(), await upload(), await upload()];
    rmSync(onDisk(locationOf(missing)));
    truncateSync(onDisk(locationOf(short)), 10);
    const bytes = readFileSync(onDisk(locationOf(changed)));
    writeFileSync(onDisk(locationOf(changed)), bytes.fill(0, bytes.length - 4));
    const found = {
      missing_file: { count: 1, names: [missing] },
      wrong_size: { count: 1, names: [short] },
    };
    expect(await tallies()).toEqual(found);
    expect(await tallies(true)).toEqual({
      ...found,
      wrong_content: { count: 1, names: [changed] },
    });
  });

  it('finds files without an entry, and those in a folder where nobody looks for them', async () => {
    const path = await upload();
    const stray = plant(locationOf('left-behind.png'));
    const misplaced = plant(join('files', 'zz', path));
    const { unlisted_file: unlisted } = await tallies();
    expect([...(unlisted?.names ?? [])].sort()).toEqual([stray, misplaced].sort());
  });

  it('leaves out files that are being stored or deleted', async () => {
    plant(locationOf('arriving.png'));
    plant('unsettled/arriving.png', '');
    plant(thumbnailOf('arriving.png'));
    expect(await tallies()).toEqual({});
  });

  it('leaves out the thumbnail of a file that is catalogued while it is looked at', async () => {
    const thumbnail = plant(thumbnailOf('arriving.png'));
    const rows = testApp.app.get(LibraryRowsRepository);
    const existing = jest.spyOn(rows, 'existing');
    existing.mockResolvedValueOnce(new Set()).mockResolvedValueOnce(new Set(['arriving.png']));
    expect(await tallies()).toEqual({});
    existing.mockRestore();
    expect(await tallies()).toMatchObject({ orphaned_thumbnail: { names: [thumbnail] } });
  });

  it('finds thumbnails of no file, and empty ones', async () => {
    const path = await upload();
    const orphan = plant(thumbnailOf('gone.png'));
    const empty = plant(thumbnailOf(path), '');
    expect(await tallies()).toEqual({
      orphaned_thumbnail: { count: 1, names: [orphan] },
      empty_thumbnail: { count: 1, names: [empty] },
    });
  });

  it('works through large folders in chunks, and names the first ten of each kind', async () => {
    for (let n = 0; n < 1_005; n += 1) plant(`files/aa/stray-${n}`, '');
    const sizes: number[] = [];
    const onChunk = (size: number): Promise<void> => {
      sizes.push(size);
      return Promise.resolve();
    };
    const scan = testApp.app.get(LibraryScanService, { strict: false });
    const { unlisted_file: unlisted } = await tallyFindings(scan.findings({ onChunk }));
    expect([sizes, unlisted?.count, unlisted?.names.length]).toEqual([[1_000, 5], 1_005, 10]);
  });

  it('moves unlisted files to lost+found and deletes useless thumbnails when asked to repair', async () => {
    const kept = await upload();
    plant(locationOf('left-behind.png'), 'bytes of somebody');
    plant(thumbnailOf('gone.png'));
    plant(thumbnailOf(kept), '');
    expect(await repair()).toEqual({
      moved_files: 1,
      removed_thumbnails: 2,
      removed_entries: 0,
      corrected_owners: 0,
    });
    expect(await tallies()).toEqual({});
    const moved = join('lost+found', locationOf('left-behind.png'));
    expect(readFileSync(onDisk(moved), 'utf8')).toBe('bytes of somebody');
  });

  it('keeps entries without a file until their removal is asked for', async () => {
    const [missing, short] = [await upload(), await upload()];
    rmSync(onDisk(locationOf(missing)));
    truncateSync(onDisk(locationOf(short)), 10);
    expect(await repair()).toMatchObject({ moved_files: 0, removed_entries: 0 });
    expect((await testApp.get(`/api/media/${missing}`, as('o1'))).status).toBe(200);

    expect(await repair(true)).toMatchObject({ moved_files: 1, removed_entries: 2 });
    expect((await testApp.get(`/api/media/${missing}`, as('o1'))).status).toBe(404);
    expect(readFileSync(onDisk(join('lost+found', locationOf(short)))).length).toBe(10);
    expect([await tallies(), await inspection().wrongOwnerSums()]).toEqual([{}, []]);
  });

  it('reports lost files in the health of the service, their names to admins only', async () => {
    const path = await upload();
    rmSync(onDisk(locationOf(path)));
    const library = async (headers = {}) => {
      const response = await fetch(`${testApp.url}/api/health`, { headers });
      const { parts } = (await response.json()) as { parts: Record<string, { status: string }> };
      return parts['library'];
    };
    testApp.app.get(LibraryCheck).start();
    await eventually(async () => (await library())?.status === 'degraded');
    const detail = "1 of the catalogue's files is missing. See: npm run doctor";
    expect(await library()).toEqual({ status: 'degraded', detail, names: [path] });
    expect(await library(as('o1'))).toEqual({ status: 'degraded', detail });
  });
});
