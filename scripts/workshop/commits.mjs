import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { at, ROOT } from './places.mjs';
import { tool } from './tool.mjs';

function git(...args) {
  const run = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return run.status === 0 ? run.stdout.trim() : undefined;
}

/** Where the branch left the main line; on the main line itself, or in a shallow clone, the oldest commit here. */
function start(head) {
  const bases = ['origin/main', 'main'].map((main) => git('merge-base', main, 'HEAD'));
  const base = bases.find((commit) => commit && commit !== head);
  return base ?? git('rev-list', '--max-parents=0', 'HEAD').split('\n')[0];
}

/** Conventional commits: one commitlint run over all messages of the branch. */
export async function checkCommits() {
  const head = existsSync(at('.git')) ? git('rev-parse', 'HEAD') : undefined;
  if (!head) return { code: 0, said: '', note: 'no git history here' };
  const from = start(head);
  const range = from === head ? ['--last'] : ['--from', from, '--to', 'HEAD'];
  return tool('@commitlint/cli/cli.js', range);
}
