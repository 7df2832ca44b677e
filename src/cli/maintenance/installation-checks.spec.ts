import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '../../platform/config/app-config';
import { FfmpegTool } from '../../platform/imaging/ffmpeg-tool';
import { checkDataFolder, checkPrograms } from './installation-checks';

describe('checkDataFolder', () => {
  let data_dir: string;
  beforeEach(() => {
    data_dir = join(mkdtempSync(join(tmpdir(), 'kinora-doctor-')), 'data');
  });
  afterEach(() => rmSync(join(data_dir, '..'), { recursive: true }));

  const check = () => checkDataFolder({ data_dir, limits: { min_free_bytes: 0 } } as AppConfig);

  it('reports a file in the place of the folder', async () => {
    writeFileSync(data_dir, '');
    expect(await check()).toEqual([
      {
        name: 'data folder',
        status: 'problem',
        detail: expect.stringContaining('data is not a folder.') as unknown,
      },
    ]);
  });

  it.each(['755', '710', '701'])('says how to close a folder of mode %s', async (mode) => {
    mkdirSync(data_dir);
    chmodSync(data_dir, parseInt(mode, 8));
    const access = (await check()).find(({ name }) => name === 'access');
    expect(access?.status).toBe('note');
    expect(access?.detail).toContain(`chmod 700 ${data_dir}`);
  });

  it('has nothing to say of a closed folder', async () => {
    mkdirSync(data_dir, { mode: 0o700 });
    expect((await check()).map(({ name, status }) => [name, status])).toEqual([
      ['data folder', 'ok'],
      ['disk', 'ok'],
    ]);
  });
});

describe('checkPrograms', () => {
  it.each([
    [{ ffmpeg: 'no-ffmpeg', ffprobe: 'true' }, /^Without ffmpeg, [^.]*\.$/],
    [{ ffmpeg: 'true', ffprobe: 'no-ffprobe' }, /^Without ffprobe, [^.]*\.$/],
    [{ ffmpeg: 'no-ffmpeg', ffprobe: 'no-ffprobe' }, /^Without ffmpeg, .* Without ffprobe, /],
  ])('names only the programs that are missing of %j', async (programs, words) => {
    const { status, detail } = await checkPrograms(new FfmpegTool(undefined, programs));
    expect([status, detail]).toEqual(['note', expect.stringMatching(words)]);
  });
});
