import { spawn } from 'node:child_process';
import { at, ROOT } from './places.mjs';

/** Runs a tool of node_modules (`eslint/bin/eslint.js`) on this Node; resolves to its exit code and what it said. */
export function tool(script, args, { env = {}, inherit = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [at('node_modules', script), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (said += text));
    }
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: signal ? 1 : code, said }));
  });
}
