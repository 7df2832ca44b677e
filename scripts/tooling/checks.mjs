import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { at, ROOT, runTool, SCRATCH, seconds } from './project.mjs';

/** Checks that run at the same time; each of them uses one core. */
const CONCURRENCY = 2;

/** ESLint keeps its results there, so that the next run checks only what has changed. */
const ESLINT_CACHE = ['--cache', '--cache-location', join(SCRATCH, 'cache/eslint')];

/** Slow checks come first, so that no long one runs alone at the end. */
const CHECKS = [
  [
    'eslint',
    () =>
      runTool('eslint/bin/eslint.js', [
        ...['.', '--max-warnings=0'],
        ...[...ESLINT_CACHE, '--cache-strategy', 'content'],
      ]),
  ],
  ['types', () => runTool('oxlint/bin/oxlint', ['--deny-warnings', '--disable-nested-config'])],
  [
    'import rules',
    () => checkImports('.dependency-cruiser.mjs', ['src', 'test', 'packages/client/src']),
  ],
  [
    'import rules of the Studio',
    () => checkImports('studio/.dependency-cruiser.mjs', ['studio/src']),
  ],
  ['unused code', () => runTool('knip/bin/knip.js', ['--no-progress'])],
  ['format', () => runTool('oxfmt/bin/oxfmt', ['--list-different', '.'])],
  ['openapi', checkOpenApi],
  ['commit messages', checkCommits],
];

function checkImports(config, folders) {
  const args = [...folders, '--config', config, '--output-type', 'err'];
  return runTool('dependency-cruiser/bin/dependency-cruise.mjs', args);
}

/** Validates the OpenAPI document that the built service serves. */
async function checkOpenApi() {
  const { writeOpenApi } = await import('../openapi.mjs');
  const file = await writeOpenApi();
  return runTool('@redocly/cli/bin/cli.js', ['lint', file, '--config', 'redocly.yaml'], {
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}

/** Runs every check, prints a line for each and the output of those that failed; true when all passed. */
export async function runChecks() {
  const waiting = [...CHECKS];
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next;
      const start = performance.now();
      const { code, output, note } = await check().catch((error) => ({
        code: 1,
        output: error.stack,
      }));
      const passed = code === 0;
      console.log(`${passed ? '✓' : '✗'} ${name} ${note ? `(${note})` : seconds(start)}`);
      if (!passed) failed.push({ name, output });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
  return failed.length === 0;
}

/** Checks that all commit messages since the branch left main follow Conventional Commits. */
async function checkCommits() {
  const head = existsSync(at('.git')) ? git('rev-parse', 'HEAD') : undefined;
  if (!head) return { code: 0, output: '', note: 'no git history here' };
  const from = branchStart(head);
  const range = from === head ? ['--last'] : ['--from', from, '--to', 'HEAD'];
  return runTool('@commitlint/cli/cli.js', range);
}

/** The commit at which the branch left main; on main itself, or in a shallow clone, the oldest commit. */
function branchStart(head) {
  const bases = ['origin/main', 'main'].map((main) => git('merge-base', main, 'HEAD'));
  const base = bases.find((commit) => commit && commit !== head);
  return base ?? git('rev-list', '--max-parents=0', 'HEAD').split('\n')[0];
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
