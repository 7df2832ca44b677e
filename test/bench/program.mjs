import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, readFileSync } from 'node:fs';

/** How long a program may take to end before it is ended. Milliseconds. */
const PATIENCE = 10_000;

/** One of our programs as a process of its own, started as `node <file>`, its log in a file. */
export class Program {
  #child;

  constructor(file, args, { variables, log }) {
    const sink = openSync(log, 'a');
    this.startedAt = performance.now();
    this.#child = spawn(process.execPath, [file, ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
      stdio: ['ignore', 'pipe', sink],
    });
    closeSync(sink);
    this.gone = once(this.#child, 'exit');
    const died = this.gone.then(([code]) => {
      throw new Error(`${file} ended with ${code}:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    });
    died.catch(() => undefined);
    /** Resolves to where it listens, once it says so. */
    this.address = Promise.race([addressIn(this.#child.stdout), died]);
    this.address.then((url) => (this.url = url)).catch(() => undefined);
  }

  /** Resident memory in bytes. */
  memory() {
    const pid = String(this.#child.pid);
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })) * 1024;
  }

  /** CPU time of all its threads, without its child processes; in steps of 10 ms. Linux only. */
  cpuSeconds() {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Ends it as a service manager does. */
  async end() {
    if (this.#isOver) return;
    this.#child.kill('SIGTERM');
    const hard = setTimeout(() => this.kill(), PATIENCE);
    await this.gone;
    clearTimeout(hard);
  }

  /** Ends it at once, if it runs still. */
  kill() {
    if (!this.#isOver) this.#child.kill('SIGKILL');
  }

  get #isOver() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** The address after "listens on" in a program's output; later output is ignored. */
function addressIn(stream) {
  return new Promise((resolve) => {
    let output = '';
    stream.setEncoding('utf8').on('data', (text) => {
      if (output === null) return;
      output += text;
      const url = /listens on (http:\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      output = null;
      resolve(url);
    });
  });
}
