import { checkCommits } from './commits.mjs';
import { seconds } from './progress.mjs';
import { tool } from './tool.mjs';

/** At most two at once: each of them fills a core. The slow ones come first. */
const AT_ONCE = 2;

const CHECKS = [
  ['eslint', () => tool('eslint/bin/eslint.js', ['.', '--max-warnings=0'])],
  ['types', () => tool('typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json'])],
  ['fences', checkFences],
  ['unused code', () => tool('knip/bin/knip.js', ['--no-progress'])],
  ['format', () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.'])],
  ['openapi', checkOpenApi],
  ['commit messages', checkCommits],
];

function checkFences() {
  const args = ['src', 'test', '--config', '.dependency-cruiser.mjs', '--output-type', 'err'];
  return tool('dependency-cruiser/bin/dependency-cruise.mjs', args);
}

/** The document as the built service serves it, judged by the validator that sees OpenAPI 3.0 leftovers. */
async function checkOpenApi() {
  const { writeOpenApi } = await import('../openapi.mjs');
  const file = await writeOpenApi();
  return tool('@redocly/cli/bin/cli.js', ['lint', file, '--config', 'redocly.yaml'], {
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}

/** Runs every check, prints a line for each and all that the failed ones said; true when all passed. */
export async function runChecks() {
  const waiting = [...CHECKS];
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next;
      const start = performance.now();
      const { code, said, note } = await check().catch((error) => ({ code: 1, said: error.stack }));
      const passed = code === 0;
      console.log(`${passed ? '✓' : '✗'} ${name} ${note ? `(${note})` : seconds(start)}`);
      if (!passed) failed.push({ name, said });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const { name, said } of failed) console.log(`\n── ${name} ──\n${said.trim()}`);
  return failed.length === 0;
}
