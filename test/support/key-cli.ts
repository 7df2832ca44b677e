import { resolve } from 'node:path';
import { run } from '../../src/cli/main';
import { type CommandOutput, runInProcess, runProgram } from './command-line';

const ROOT = resolve(__dirname, '../..');
const BUILT = resolve(ROOT, 'dist/cli/main.js');

type Variables = Readonly<Record<string, string | undefined>>;

/** The key command line, on the database that these variables name. */
export class KeyCli {
  constructor(
    readonly variables: Variables,
    /** Its working folder. */
    readonly folder = ROOT,
  ) {}

  /** Runs it in this process. */
  run(...args: string[]): Promise<CommandOutput> {
    return runInProcess(run, args, this);
  }

  /** Runs the built program in a process of its own. */
  spawn(...args: string[]): Promise<CommandOutput> {
    return runProgram(process.execPath, [BUILT, ...args], this);
  }

  /** Runs the built program in a shell line, in which `"$@"` stands for it and its arguments. */
  inShell(line: string, ...args: string[]): Promise<CommandOutput> {
    return runProgram('bash', ['-c', line, 'bash', process.execPath, BUILT, ...args], this);
  }

  /** Runs it by the Python launcher. */
  launch(...args: string[]): Promise<CommandOutput> {
    return runProgram('python3', [resolve(ROOT, 'scripts/manage_agent_keys.py'), ...args], this);
  }

  /** Its answer as JSON. @throws all that it wrote, when it failed */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const result = await this.run(...args, '--json');
    if (result.code !== 0) throw new Error(JSON.stringify(result));
    return JSON.parse(result.out) as T;
  }

  /** Creates an account and returns its key. */
  async key(id: string, ...args: string[]): Promise<string> {
    return (await this.json<{ key: string }>('create', id, id, ...args)).key;
  }
}
