import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const BUILT = join(__dirname, '..', '..', 'dist');

/** A program of ours in a process of its own, started as `node dist/…` so that a signal meets it and nothing else. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    /** It has ended and said its last word. */
    private readonly closed: Promise<unknown>,
    /** Where it said that it listens. */
    readonly url: string,
    private readonly complaints: () => string,
  ) {}

  /** Resolves when the program says where it listens; rejects with its words when it ends instead. */
  static async start(
    file: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Program> {
    const child = spawn(process.execPath, [join(BUILT, file), ...args], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const closed = once(child, 'close');
    const ended = closed.then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}: ${complaints}`);
    });
    ended.catch(() => undefined);
    const url = await Promise.race([address(child), ended]);
    const program = new Program(child, closed, url, () => complaints);
    child.stdout.resume();
    return program;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a signal to exactly this process and resolves when it is gone. @returns its exit code */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.running) this.child.kill(signal);
    return (await this.ended()).code;
  }

  /** Waits for it to end. @returns its exit code and what it said on standard error */
  async ended(): Promise<{ readonly code: number | null; readonly complaints: string }> {
    await this.closed;
    return { code: this.child.exitCode, complaints: this.complaints() };
  }

  private get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}

async function address(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listens on (http:\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  return new Promise(() => undefined);
}
