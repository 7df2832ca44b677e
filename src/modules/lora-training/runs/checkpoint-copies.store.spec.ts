import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCheckpoint } from '../../../simulator/public/toolkit/toolkit-files';
import type { ConfigService } from '../../../platform/config/config.service';
import { DiskFull } from '../../../platform/errors/disk-full';
import { DatasetSlots } from '../datasets/dataset-slots';
import { CheckpointCopiesStore } from './checkpoint-copies.store';
import { CheckpointFilesStore } from './checkpoint-files.store';

describe('copies of checkpoints', () => {
  const root = mkdtempSync(join(tmpdir(), 'kinora-copies-'));
  const limits = { min_free_bytes: 0 };
  const config = { current: () => ({ training: { root }, limits }) } as unknown as ConfigService;
  const files = new CheckpointFilesStore(config);
  const copies = new CheckpointCopiesStore(files, new DatasetSlots(), config);
  let n = 0;

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const newRun = (...endings: readonly (readonly [string, number])[]) => {
    const job_name = `run-${(n += 1)}`;
    const run = { job_name, output_dir: `output/${job_name}`, owner_id: null };
    const at = (folder: string, ending: string) => join(root, folder, job_name, job_name + ending);
    const written = (ending: string) => at('output', `${ending}.safetensors`);
    const kept = (ending: string) => at('checkpoints', `${ending}.safetensors`);
    mkdirSync(join(root, run.output_dir), { recursive: true });
    for (const [ending, step] of endings) writeCheckpoint(written(ending), step);
    return { run, written, kept };
  };

  it('are files of their own, the last one with its step in its name', async () => {
    const { run, written, kept } = newRun(['_000000250', 250], ['', 300]);
    await copies.secure(run);
    writeCheckpoint(written(''), 600);
    expect(readFileSync(kept('_000000300'), 'latin1')).toContain('300');
    expect(statSync(kept('_000000250')).ino).not.toBe(statSync(written('_000000250')).ino);
  });

  it('are not made on a disk that is almost full', async () => {
    const { run, written, kept } = newRun(['_000000250', 250]);
    limits.min_free_bytes = Number.MAX_SAFE_INTEGER;
    await expect(copies.secure(run)).rejects.toBeInstanceOf(DiskFull);
    limits.min_free_bytes = 0;
    expect(statSync(kept('_000000250')).ino).toBe(statSync(written('_000000250')).ino);
    await copies.secure(run);
    expect(statSync(kept('_000000250')).ino).not.toBe(statSync(written('_000000250')).ino);
  });

  it('of a pair have their steps in their names, and no second names', async () => {
    const { run, kept } = newRun(['_high_noise', 300], ['_low_noise', 300]);
    await copies.secure(run);
    expect(statSync(kept('_000000300_high_noise')).isFile()).toBe(true);
    expect(statSync(kept('_000000300_low_noise')).isFile()).toBe(true);
    expect(existsSync(kept('_high_noise'))).toBe(false);
    expect(existsSync(kept('_low_noise'))).toBe(false);
  });

  it('make the latest checkpoint the file that the toolkit resumes from', async () => {
    const { run, written } = newRun(['', 300], ['_000000250', 250]);
    await copies.secure(run);
    expect(statSync(written('')).ctimeMs).toBeGreaterThan(statSync(written('_000000250')).ctimeMs);
  });

  it('bring back the latest checkpoint when the toolkit has deleted its folder', async () => {
    const { run, written } = newRun(['_000000250', 250], ['_000000500', 500]);
    await copies.secure(run);
    rmSync(join(root, run.output_dir), { recursive: true });
    await copies.secure(run);
    expect(statSync(written('_000000500')).isFile()).toBe(true);
  });

  it('restore what was overwritten or deleted, and nothing else', async () => {
    const { run, written } = newRun(['_000000250', 250], ['_000000500', 500], ['_000000750', 750]);
    await copies.secure(run);
    const { ino } = statSync(written('_000000750'));
    const original = readFileSync(written('_000000250'));
    writeCheckpoint(written('_000000250'), 250, 1);
    rmSync(written('_000000500'));
    await copies.restore(run);
    expect(readFileSync(written('_000000250'))).toEqual(original);
    expect(statSync(written('_000000500')).isFile()).toBe(true);
    expect(statSync(written('_000000750')).ino).toBe(ino);
  });
});
