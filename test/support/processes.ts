import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const BUILT = join(__dirname, '..', '..', 'dist');

/** Environment of a service, or of a command beside it, whose configuration and data are in a folder. */
export const serviceVariables = (folder: string, data = 'data'): Record<string, string> => ({
  KINORA_CONFIG: join(folder, 'config.json'),
  KINORA_DATA_DIR: join(folder, data),
  KINORA_PORT: '0',
  KINORA_LOG_LEVEL: 'error',
});

/** One of our programs, started as `node dist/…` so that signals go to it directly. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    /** Resolves when it has ended and its output is read. */
    private readonly closed: Promise<unknown>,
    /** Its address, from its output. */
    readonly url: string,
    private readonly stderr: () => string,
  ) {}

  /** Resolves when the program prints its address. Rejects with its output when it ends instead. */
  static async start(
    file: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Program> {
    const child = spawn(process.execPath, [join(BUILT, file), ...args], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const closed = once(child, 'close');
    const ended = closed.then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}: ${stderr}`);
    });
    ended.catch(() => undefined);
    const url = await Promise.race([address(child), ended]);
    const program = new Program(child, closed, url, () => stderr);
    child.stdout.resume();
    return program;
  }

  /** Starts the service with its configuration and data in a folder. */
  static service(folder: string, more: Readonly<Record<string, string>> = {}): Promise<Program> {
    return Program.start('main.js', [], { ...serviceVariables(folder), ...more });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a signal to this process and waits until it has ended. @returns its exit code */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.running) this.child.kill(signal);
    return (await this.ended()).code;
  }

  /** Waits until it has ended. @returns its exit code and standard error */
  async ended(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    await this.closed;
    return { code: this.child.exitCode, stderr: this.stderr() };
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
