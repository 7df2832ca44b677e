import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** How a program may run: nothing waits for ever, nothing answers or complains without end. */
export interface ChildLimits {
  readonly timeoutMs: number;
  /** Most bytes at its standard output. */
  readonly maxBytes: number;
  /** Ends the program, with the signal's reason, when nobody wants its answer any more. */
  readonly signal?: AbortSignal;
}

/** As much of what a program complains is kept, in bytes; the rest is read and dropped. */
const LONGEST_COMPLAINT = 4096;

/** A program that couldn't run, ran into a limit, or ended with an error of its own. */
export class ProgramFailed extends Error {
  constructor(
    readonly program: string,
    /** The program's own verdict; `null` when it was none of its doing. */
    readonly exitCode: number | null,
    /** The first of what it wrote to standard error. */
    readonly complaint = '',
    cause?: unknown,
  ) {
    super(`${program} failed`, { cause });
  }

  /** There is no such program on this machine. */
  get isAbsent(): boolean {
    return (this.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  }
}

/**
 * What a program wrote to standard output. No shell. `chunks` are written to its standard input; what they throw ends
 * the program and is thrown.
 * @throws ProgramFailed
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { timeoutMs, maxBytes, signal }: ChildLimits,
  chunks?: AsyncIterable<Buffer>,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const child = spawn(program, args, { stdio: 'pipe', windowsHide: true });
  const kill = (): void => void child.kill('SIGKILL');
  const limit = setTimeout(kill, timeoutMs);
  signal?.addEventListener('abort', kill);
  // It may end before it has read everything; its exit tells why.
  child.stdin.on('error', () => undefined);
  const answer = collected(child.stdout, maxBytes, kill);
  const complaint = collected(child.stderr, LONGEST_COMPLAINT);
  const ended = new Promise<Buffer>((resolve, reject) => {
    const fail = (exitCode: number | null, cause?: unknown): void =>
      reject(new ProgramFailed(program, exitCode, complaint().toString(), cause));
    child.on('error', (error) => fail(null, error));
    child.on('close', (code) => (code === 0 ? resolve(answer()) : fail(code)));
  });
  const fed = feed(child.stdin, chunks).catch((error: unknown) => {
    kill();
    throw error;
  });
  const [feeding, ending] = await Promise.allSettled([fed, ended]);
  clearTimeout(limit);
  signal?.removeEventListener('abort', kill);
  if (feeding.status === 'rejected') throw feeding.reason;
  signal?.throwIfAborted();
  if (ending.status === 'rejected') throw ending.reason;
  return ending.value;
}

/** Reads a stream to its end and keeps its first bytes; `over` hears of more. */
function collected(stream: Readable, most: number, over?: () => void): () => Buffer {
  const kept: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < most) kept.push(chunk.subarray(0, most - size));
    size += chunk.length;
    if (size > most) over?.();
  });
  return () => Buffer.concat(kept);
}

async function feed(
  stdin: NodeJS.WritableStream,
  chunks: AsyncIterable<Buffer> | undefined,
): Promise<void> {
  if (chunks === undefined) {
    stdin.end();
    return;
  }
  // Comes in place of `drain` when the program has ended.
  const closed = once(stdin, 'close').catch(() => undefined);
  for await (const chunk of chunks) {
    if (!stdin.writable) return;
    if (!stdin.write(chunk))
      await Promise.race([once(stdin, 'drain').catch(() => undefined), closed]);
  }
  stdin.end();
}
