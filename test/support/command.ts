import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** A command of package.json, started without npm, so that signals reach it. */
export class Command {
  private text = '';
  private closed = false;
  private readonly child: ChildProcess;

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.once('close', () => (this.closed = true));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    }
  }

  /** Standard output and standard error so far. */
  get output(): string {
    return this.text;
  }

  /** Waits until the output matches. Rejects with the whole output when the command ends first. */
  async matches(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.text);
      if (match) return match;
      if (this.closed) throw new Error(`ended without ${pattern}:\n${this.text}`);
      const more = new AbortController();
      const streams = [this.child.stdout!, this.child.stderr!];
      await Promise.race([
        ...streams.map((stream) => once(stream, 'data', { signal: more.signal })),
        once(this.child, 'close', { signal: more.signal }),
      ]);
      more.abort();
    }
  }

  /** Its exit code, once it has ended. */
  async ended(): Promise<number | null> {
    if (!this.closed) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** Ends it with SIGTERM, as a service manager does. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended();
  }
}
