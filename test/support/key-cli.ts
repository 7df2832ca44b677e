import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = resolve(__dirname, '../..');
const BUILT = resolve(ROOT, 'dist/cli/main.js');

type Variables = Readonly<Record<string, string>>;

/** How a command ended, and what it said where. */
export interface CommandOutput {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The key command line as a process of its own, on the database that these variables name. */
export class KeyCli {
  constructor(
    private readonly variables: Variables,
    /** Where it is typed. */
    private readonly folder = ROOT,
  ) {}

  /** Runs the built program itself. */
  run(...args: string[]): Promise<CommandOutput> {
    return this.type(process.execPath, [BUILT, ...args]);
  }

  /** Runs it inside of a shell line, in which `"$@"` stands for it and its arguments. */
  inShell(line: string, ...args: string[]): Promise<CommandOutput> {
    return this.type('bash', ['-c', line, 'bash', process.execPath, BUILT, ...args]);
  }

  /** Runs it by the name that scripts know. */
  launch(...args: string[]): Promise<CommandOutput> {
    return this.type('python3', [resolve(ROOT, 'scripts/manage_agent_keys.py'), ...args]);
  }

  /** Its answer as JSON. @throws all that it said, when it didn't end well */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const said = await this.run(...args, '--json');
    if (said.code !== 0) throw new Error(JSON.stringify(said));
    return JSON.parse(said.out) as T;
  }

  /** Makes an account and answers its key. */
  async key(id: string, ...args: string[]): Promise<string> {
    return (await this.json<{ key: string }>('create', id, id, ...args)).key;
  }

  private async type(program: string, args: readonly string[]): Promise<CommandOutput> {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...process.env, ...this.variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await closed;
    return { code: child.exitCode, out, err };
  }
}
