import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { text } from 'node:stream/consumers';

/** How a command ended, and what it wrote where. */
export interface CommandOutput {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where a command runs. `variables` are added to the environment; those without a value are removed from it. */
export interface CommandPlace {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

type Run = (args: readonly string[], folder: string) => Promise<number>;

/** Runs a program to its end, in a process of its own. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { folder, variables }: CommandPlace,
): Promise<CommandOutput> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, out, err };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line of `src/cli` in this process, which saves a second for each. Environment and working folder belong
 * to the whole process, so commands run one after the other; those that must overlap need {@link runProgram}.
 */
export function runInProcess(
  run: Run,
  args: readonly string[],
  place: CommandPlace,
): Promise<CommandOutput> {
  const result = last.then(() => captured(() => run(args, place.folder), place));
  last = result.catch(() => undefined);
  return result;
}

async function captured(
  run: () => Promise<number>,
  { folder, variables }: CommandPlace,
): Promise<CommandOutput> {
  const [environment, workingFolder] = [{ ...process.env }, process.cwd()];
  const written = { out: '', err: '' };
  const { writeSync } = fs;
  const spy = jest.spyOn(fs, 'writeSync').mockImplementation(((
    descriptor: number,
    data: Buffer,
  ) => {
    if (descriptor > 2) return writeSync(descriptor, data);
    written[descriptor === 1 ? 'out' : 'err'] += data.toString();
    return data.length;
  }) as typeof writeSync);
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  process.chdir(folder);
  try {
    const code = await run();
    return { code, ...written };
  } finally {
    spy.mockRestore();
    process.chdir(workingFolder);
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, environment);
  }
}
