import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { StagingKeyStore } from './staging-key.store';

describe('StagingKeyStore', () => {
  const root = mkdtempSync(join(tmpdir(), 'kinora-key-'));
  const folder = join(root, 'data');
  const store = () => {
    const config = { current: () => ({ data_dir: folder }) } as unknown as ConfigService;
    return new StagingKeyStore(config, new SystemIds());
  };

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it('creates a key once, readable by its owner only, without leftover files', async () => {
    const first = store();
    const [one, two] = await Promise.all([first.key(), first.key()]);
    expect(one).toBe(two);
    expect(readdirSync(folder)).toEqual(['staging.key']);
    expect(statSync(join(folder, 'staging.key')).mode & 0o777).toBe(0o600);
    expect(await store().key()).toBe(one);
  });

  it('creates different keys', async () => {
    const one = await store().key();
    rmSync(folder, { recursive: true });
    expect(await store().key()).not.toBe(one);
  });

  it('replaces a damaged file', async () => {
    const old = await store().key();
    writeFileSync(join(folder, 'staging.key'), old.slice(1));
    const key = await store().key();
    expect(key).toHaveLength(43);
    expect(await store().key()).toBe(key);
  });

  it('fails when the folder can’t be created, and retries at the next call', async () => {
    writeFileSync(folder, 'a file in the way');
    const blocked = store();
    await expect(blocked.key()).rejects.toThrow();
    rmSync(folder);
    await blocked.key();
    expect(existsSync(join(folder, 'staging.key'))).toBe(true);
  });
});
