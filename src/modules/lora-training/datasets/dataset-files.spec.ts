import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigService } from '../../../platform/config/config.service';
import { TrainingRootMissing } from '../training.errors';
import { DatasetFilesStore } from './dataset-files.store';

describe('the folder of a new dataset', () => {
  let root: string;
  let files: DatasetFilesStore;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kinora-datasets-'));
    files = new DatasetFilesStore({
      current: () => ({ training: { root } }),
    } as unknown as ConfigService);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is not made where something has its name', async () => {
    mkdirSync(join(root, 'datasets', 'mara'), { recursive: true });
    expect(await files.isFree('mara')).toBe(false);
    expect(await files.isFree('tom')).toBe(true);
    await files.create('tom');
    expect(await files.exists('tom')).toBe(true);
  });

  it('is refused while datasets is a file', async () => {
    writeFileSync(join(root, 'datasets'), '');
    await expect(files.create('mara')).rejects.toThrow(TrainingRootMissing);
    await expect(files.create('mara')).rejects.toThrow(/is a file, not a folder/);
  });
});
