import { spawn } from 'node:child_process';
import { ROOT } from './places.mjs';

/** How each signal's end is told by a shell. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Windows knows no groups of processes: there a console's Ctrl+C reaches everybody. */
const GROUPS = process.platform !== 'win32';

/**
 * Runs a program to its end, in a group of its own; a signal that ends us ends all that it started first. Resolves to
 * its exit code and what it said.
 */
export function runToEnd(command, args, { cwd = ROOT, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: GROUPS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const forget = takeAlong(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (said += text));
    }
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code, signal) => {
      forget();
      resolve({ code: signal ? 1 : code, said });
    });
  });
}

/**
 * Ends the child and all that it started when a signal ends us; returns the function that stops doing so. Not gently:
 * npm puts a signal off until the registry has answered, and what it leaves half done is begun anew by the next install.
 */
function takeAlong(child) {
  const end = (signal) => {
    const last = () => process.exit(EXIT_CODES[signal]);
    if (child.exitCode !== null || child.signalCode !== null) last();
    child.once('exit', last);
    try {
      process.kill(GROUPS ? -child.pid : child.pid, 'SIGKILL');
    } catch {
      last(); // it never started, or is gone
    }
  };
  for (const signal of Object.keys(EXIT_CODES)) process.on(signal, end);
  return () => {
    for (const signal of Object.keys(EXIT_CODES)) process.off(signal, end);
  };
}
