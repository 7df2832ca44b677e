import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(resolve(__dirname, '../../scripts/tooling/progress.mjs')).href;

it('the bar of a demo stays in its line while a finished picture is collected', () => {
  const script = `import { progressBar } from '${MODULE}';
    const draw = progressBar();
    draw('running', 0.5, false);
    draw('running', 1, false);
    draw('running', 1, false);
    draw('completed', 1, true);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^(\r[█░]{40} \d+ % running {3}){3}\r█{40} 100 % completed {3}\n$/);
});
