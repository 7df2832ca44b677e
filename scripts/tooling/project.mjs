import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, whatever the working folder is. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The absolute path of a file of the repository. */
export const at = (...parts) => join(ROOT, ...parts);

/** Caches, generated documents and reports; never under version control. */
export const SCRATCH = at('.kinora');

/** An error that the user can fix, so it is printed without a stack trace. */
export class UserError extends Error {
  name = 'UserError';
}

/** The time since `start` (a value of performance.now) as text, such as `1.2 s`. */
export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Runs one step and prints its name and duration. */
export async function timed(label, work) {
  const start = performance.now();
  process.stderr.write(`${label}… `);
  try {
    const result = await work();
    process.stderr.write(`${seconds(start)}\n`);
    return result;
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
}

/** Runs a tool of node_modules (`eslint/bin/eslint.js`) on this Node. Resolves to its exit code and output. */
export function runTool(script, args, { env = {}, inherit = false } = {}) {
  return run(process.execPath, [at('node_modules', script), ...args], {
    env: { ...process.env, ...env },
    stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a program in the repository. Resolves to its exit code and, where it is piped, its output. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: signal ? 1 : code, output }));
  });
}
