import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(__dirname, '../..');

interface Demo {
  setDemoEnvironment(name: string, settingsIn: (data: string) => object): Promise<void>;
}

it('demos on different data folders have settings of their own', async () => {
  const module = pathToFileURL(join(ROOT, 'scripts/demo.mjs')).href;
  const { setDemoEnvironment } = (await import(module)) as Demo;
  const environment = { ...process.env };
  const files: string[] = [];
  try {
    for (const data of ['/srv/one/data', '/srv/two/data']) {
      Object.assign(process.env, { KINORA_PORT: '0', KINORA_DATA_DIR: data });
      await setDemoEnvironment('test-of-settings', (folder) => ({ folder }));
      files.push(process.env['KINORA_CONFIG'] ?? '');
    }
    const settings = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown);
    expect(settings).toEqual([{ folder: '/srv/one/data' }, { folder: '/srv/two/data' }]);
  } finally {
    rmSync(join(ROOT, '.kinora/test-of-settings'), { recursive: true });
    process.env = environment;
  }
});
