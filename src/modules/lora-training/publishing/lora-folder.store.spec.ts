import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigService } from '../../../platform/config/config.service';
import { DiskFull } from '../../../platform/errors/disk-full';
import { writeCheckpoint } from '../../../simulator/public/toolkit/toolkit-files';
import { LoraFolderStore } from './lora-folder.store';
import { CheckpointChanged, LoraFolderMissing } from './publishing.errors';

describe('the folder of published LoRAs', () => {
  let root: string;
  let source: string;
  let store: LoraFolderStore;

  const limits = { min_free_bytes: 0 };
  const storeIn = (lora_dir: string | null): LoraFolderStore => {
    const config = { current: () => ({ training: { lora_dir }, limits }) };
    return new LoraFolderStore(config as unknown as ConfigService);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kinora-loras-'));
    source = join(root, 'saved.safetensors');
    writeCheckpoint(source, 250);
    mkdirSync(join(root, 'loras'));
    store = storeIn(join(root, 'loras'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const content = (name: string): Buffer => readFileSync(join(root, 'loras', name));

  it('copies a file once, and never overwrites another one', async () => {
    expect(await store.add(source, 'ann/a.safetensors')).toBe('added');
    expect(content('ann/a.safetensors')).toEqual(readFileSync(source));
    expect(await store.add(source, 'ann/a.safetensors')).toBe('same');
    const before = readFileSync(source);
    writeCheckpoint(source, 500);
    expect(await store.add(source, 'ann/a.safetensors')).toBe('taken');
    expect(content('ann/a.safetensors')).toEqual(before);
  });

  it('refuses a file while the disk is almost full', async () => {
    limits.min_free_bytes = Number.MAX_SAFE_INTEGER;
    await expect(store.add(source, 'ann/a.safetensors')).rejects.toThrow(DiskFull);
    limits.min_free_bytes = 0;
    expect(readdirSync(join(root, 'loras/ann'))).toEqual([]);
  });

  it('takes no name of a symbolic link, even of a broken one', async () => {
    mkdirSync(join(root, 'loras/ann'));
    symlinkSync(join(root, 'none'), join(root, 'loras/ann/a.safetensors'));
    expect(await store.add(source, 'ann/a.safetensors')).toBe('taken');
  });

  it('refuses a file that the trainer still writes, and leaves nothing of it', async () => {
    const missingBytes = 1;
    writeCheckpoint(source, 250, missingBytes);
    await expect(store.add(source, 'ann/a.safetensors')).rejects.toThrow(CheckpointChanged);
    expect(readdirSync(join(root, 'loras/ann'))).toEqual([]);
  });

  it('refuses a file whose header is made to exhaust memory', async () => {
    const header = Buffer.from(`{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    writeFileSync(source, Buffer.concat([length, header]));
    await expect(store.add(source, 'ann/a.safetensors')).rejects.toThrow(CheckpointChanged);
    length.writeBigUInt64LE(2n ** 60n);
    writeFileSync(source, Buffer.concat([length, header]));
    await expect(store.add(source, 'ann/a.safetensors')).rejects.toThrow(CheckpointChanged);
  });

  it('removes the unfinished copies of a killed process', async () => {
    mkdirSync(join(root, 'loras/ann'));
    writeFileSync(join(root, 'loras/ann/.b.safetensors.part'), 'half');
    await store.add(source, 'ann/a.safetensors');
    expect(readdirSync(join(root, 'loras/ann'))).toEqual(['a.safetensors']);
    writeFileSync(join(root, 'loras/ann/.b.safetensors.part'), 'half');
    await store.sweep('ann');
    await store.sweep('nobody');
    expect(readdirSync(join(root, 'loras/ann'))).toEqual(['a.safetensors']);
  });

  it('refuses a file that was renamed meanwhile', async () => {
    const missing = join(root, 'missing.safetensors');
    await expect(store.add(missing, 'ann/a.safetensors')).rejects.toThrow(CheckpointChanged);
  });

  it.each([null, 'not-mounted'])('is not created when it is missing: %s', async (folder) => {
    const missing = storeIn(folder && join(root, folder));
    await expect(missing.add(source, 'a.safetensors')).rejects.toThrow(LoraFolderMissing);
    expect(readdirSync(root).sort()).toEqual(['loras', 'saved.safetensors']);
  });
});
