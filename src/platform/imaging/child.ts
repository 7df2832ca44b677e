import { execFile } from 'node:child_process';

/** How a program may run: nothing waits for ever, nothing answers without end. */
export interface ChildLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** A program that couldn't run, ran into a limit, or ended with an error of its own. */
export class ProgramFailed extends Error {
  constructor(
    program: string,
    /** The program's own verdict; `null` when it was none of its doing. */
    readonly exitCode: number | null,
    cause: unknown,
  ) {
    super(`${program} failed`, { cause });
  }
}

/** What a program wrote to standard output. No shell. @throws ProgramFailed */
export function runProgram(
  program: string,
  args: readonly string[],
  { timeoutMs, maxBytes }: ChildLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      timeout: timeoutMs,
      maxBuffer: maxBytes,
      killSignal: 'SIGKILL',
      windowsHide: true,
    } as const;
    const child = execFile(program, [...args], options, (error, stdout) => {
      if (!error) resolve(stdout);
      else
        reject(
          new ProgramFailed(program, typeof error.code === 'number' ? error.code : null, error),
        );
    });
    child.stdin?.end();
  });
}
