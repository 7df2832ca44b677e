import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCheckpoint } from '../../../simulator/public/toolkit/toolkit-files';
import type { ConfigService } from '../../../platform/config/config.service';
import { CheckpointFilesStore } from './checkpoint-files.store';

describe('checkpoint files', () => {
  const root = mkdtempSync(join(tmpdir(), 'kinora-checkpoints-'));
  const config = { current: () => ({ training: { root } }) } as unknown as ConfigService;
  const store = new CheckpointFilesStore(config);
  let n = 0;

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const newRun = () => {
    const job_name = `run-${(n += 1)}`;
    const run = { job_name, output_dir: `output/${job_name}` };
    mkdirSync(join(root, run.output_dir), { recursive: true });
    const save = (ending: string, step: number, missing = 0) =>
      writeCheckpoint(join(root, run.output_dir, `${job_name}${ending}`), step, missing);
    return { run, save, list: () => namesOf(run) };
  };
  const namesOf = async (run: { job_name: string; output_dir: string }): Promise<string[]> =>
    (await store.list(run)).map(({ folder, file }) => `${folder}/${file}`);

  it('stay when the toolkit deletes the folder of the run', async () => {
    const { run, save, list } = newRun();
    save('_000000250.safetensors', 250);
    save('.safetensors', 300);
    await store.keep(run);
    rmSync(join(root, run.output_dir), { recursive: true });
    expect(await list()).toEqual([
      'checkpoints/run-1/run-1.safetensors',
      'checkpoints/run-1/run-1_000000250.safetensors',
    ]);
    expect(await store.pathOf(run, 'run-1.safetensors')).toBe(
      join(root, 'checkpoints/run-1/run-1.safetensors'),
    );
  });

  it('are listed once: in the folder of the toolkit until they are kept', async () => {
    const { run, save, list } = newRun();
    save('_000000250.safetensors', 250);
    expect(await list()).toEqual(['output/run-2/run-2_000000250.safetensors']);
    await store.keep(run);
    await store.keep(run);
    expect(await list()).toEqual(['checkpoints/run-2/run-2_000000250.safetensors']);
  });

  it('are kept and found only when they are complete', async () => {
    const { run, save, list } = newRun();
    save('_000000250.safetensors', 250, 1);
    await store.keep(run);
    expect(await list()).toEqual([]);
    expect(await store.pathOf(run, 'run-3_000000250.safetensors')).toBeNull();
  });

  it('are swept: interrupted copies go, other files stay', async () => {
    const { run, save } = newRun();
    save('_000000250.safetensors', 250);
    await store.keep(run);
    const at = (folder: string, name: string) => join(root, folder, run.job_name, name);
    const copies = [
      at('checkpoints', `${run.job_name}_000000500.safetensors.part`),
      at('output', `${run.job_name}.safetensors.part`),
    ];
    const foreign = at('output', 'optimizer.pt.part');
    for (const path of [...copies, foreign]) writeFileSync(path, 'half');
    await store.sweep(run);
    expect(copies.some((path) => existsSync(path))).toBe(false);
    expect(existsSync(foreign)).toBe(true);
  });

  it('are parsed once, until they change', async () => {
    const { run, save, list } = newRun();
    save('.safetensors', 250);
    await list();
    const parse = jest.spyOn(JSON, 'parse');
    await list();
    expect(parse).not.toHaveBeenCalled();
    save('.safetensors', 300, 1);
    expect(await list()).toEqual([]);
    save('.safetensors', 300);
    expect((await store.list(run)).map(({ step }) => step)).toEqual([300]);
    parse.mockRestore();
  });

  it('keep both files of a pair', async () => {
    const { run, save, list } = newRun();
    save('_000000250_high_noise.safetensors', 250);
    save('_000000250_low_noise.safetensors', 250);
    await store.keep(run);
    expect(await list()).toHaveLength(2);
  });

  it('are found by their own names only', async () => {
    const { run, save } = newRun();
    save('_000000250.safetensors', 250);
    writeCheckpoint(join(root, 'secret.safetensors'), 1);
    for (const name of ['../../secret.safetensors', 'optimizer.pt', 'run-50.safetensors'])
      expect(await store.pathOf(run, name)).toBeNull();
  });

  it('are not read through symbolic links', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'kinora-outside-'));
    const linked = { job_name: 'linked', output_dir: 'output/linked' };
    writeCheckpoint(join(outside, 'linked_000000250.safetensors'), 250);
    symlinkSync(outside, join(root, linked.output_dir));
    await store.keep(linked);
    expect(await namesOf(linked)).toEqual([]);
    const { run, save, list } = newRun();
    save('_000000250.safetensors', 250);
    symlinkSync(
      join(outside, 'linked_000000250.safetensors'),
      join(root, run.output_dir, `${run.job_name}_000000500.safetensors`),
    );
    expect(await list()).toHaveLength(1);
    expect(await store.pathOf(run, `${run.job_name}_000000500.safetensors`)).toBeNull();
    rmSync(outside, { recursive: true });
  });
});
