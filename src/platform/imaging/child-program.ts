import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { programEnvironment } from '../config/child-environment';
import { lowerPriority } from './child-priority';
import { watchMemory } from './process-memory.store';
import { isMissing } from '../missing-file';

export interface ChildLimits {
  readonly timeoutMs: number;
  /** Maximum bytes of its standard output. */
  readonly maxBytes: number;
  /** Maximum resident memory in bytes; measured on Linux only. */
  readonly maxMemoryBytes: number;
  /** Kills the program; the signal's reason is thrown. */
  readonly signal?: AbortSignal;
}

/** How a child program runs. Everything is optional. */
export interface ChildOptions extends ChildLimits {
  /** The folder that it runs in. Default: that of this process. */
  readonly folder?: string;
  /** Gives it processor time that nothing else wants. */
  readonly isBackground?: boolean;
  /** Gets its standard output as it comes; the result is empty then. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Gets its standard error as it comes, too. */
  readonly onStderr?: (chunk: Buffer) => void;
}

/** Bytes of standard error that are kept. */
const MAX_STDERR_BYTES = 4096;

/** A program that couldn't run, ran into a limit, or ended with an error of its own. */
export class ProgramFailed extends Error {
  constructor(
    readonly program: string,
    /** The program's exit code; `null` when it was killed or didn't start. */
    readonly exitCode: number | null,
    /** The first of what it wrote to standard error. */
    readonly stderr = '',
    cause?: unknown,
  ) {
    super(`${program} failed`, { cause });
  }

  /** Whether the program isn't installed. */
  get isAbsent(): boolean {
    return isMissing(this.cause);
  }

  /** Whether it was killed, by a limit or from outside. */
  get wasKilled(): boolean {
    return this.exitCode === null && this.cause === undefined;
  }
}

/**
 * Runs a program without a shell, and returns its standard output. `chunks` are written to its standard input; an error
 * of theirs kills the program and is thrown.
 * @throws ProgramFailed
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ChildOptions,
  chunks?: AsyncIterable<Buffer>,
): Promise<Buffer> {
  const { timeoutMs, maxBytes, maxMemoryBytes, signal } = options;
  signal?.throwIfAborted();
  const child = start(program, args, options);
  // The exit code doesn't tell: the program may have ended by itself just before.
  let wasKilled = false;
  const kill = (): void => {
    wasKilled = true;
    child.kill('SIGKILL');
  };
  const limit = setTimeout(kill, timeoutMs);
  const endWatch = watchMemory(child.pid ?? 0, maxMemoryBytes, kill);
  signal?.addEventListener('abort', kill);
  // The program may exit before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined);
  const answer = options.onOutput
    ? passedOn(child.stdout, options.onOutput)
    : collected(child.stdout, maxBytes, kill);
  const stderr = collected(child.stderr, MAX_STDERR_BYTES);
  if (options.onStderr) child.stderr.on('data', options.onStderr);
  const ended = new Promise<Buffer>((resolve, reject) => {
    const fail = (exitCode: number | null, cause?: unknown): void =>
      reject(new ProgramFailed(program, exitCode, stderr().toString(), cause));
    child.on('error', (error) => fail(null, error));
    child.on('close', (code) => {
      if (code === 0 && !wasKilled) resolve(answer());
      else fail(wasKilled ? null : code);
    });
  });
  const inputWritten = feed(child.stdin, chunks).catch((error: unknown) => {
    kill();
    throw error;
  });
  const [inputResult, exitResult] = await Promise.allSettled([inputWritten, ended]);
  clearTimeout(limit);
  endWatch();
  signal?.removeEventListener('abort', kill);
  if (inputResult.status === 'rejected') throw inputResult.reason;
  signal?.throwIfAborted();
  if (exitResult.status === 'rejected') throw exitResult.reason;
  return exitResult.value;
}

function start(
  program: string,
  args: readonly string[],
  { folder, isBackground }: ChildOptions,
): ChildProcessWithoutNullStreams {
  const options = { windowsHide: true, cwd: folder, env: programEnvironment() };
  const child = spawn(program, args, { ...options, stdio: 'pipe' });
  if (isBackground) lowerPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
}

/** Calls `take` with everything that a stream sends. */
function passedOn(stream: Readable, take: (chunk: Buffer) => void): () => Buffer {
  stream.on('data', take);
  return () => Buffer.alloc(0);
}

/** Reads a stream to its end and stores its first `maxBytes` bytes; calls `onExcess` when there are more. */
function collected(stream: Readable, maxBytes: number, onExcess?: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
    if (size > maxBytes) onExcess?.();
  });
  return () => Buffer.concat(chunks);
}

async function feed(
  stdin: NodeJS.WritableStream,
  chunks: AsyncIterable<Buffer> | undefined,
): Promise<void> {
  if (chunks === undefined) {
    stdin.end();
    return;
  }
  // Emitted instead of `drain` when the program has exited.
  const closed = once(stdin, 'close').catch(() => undefined);
  for await (const chunk of chunks) {
    if (!stdin.writable) return;
    if (!stdin.write(chunk))
      await Promise.race([once(stdin, 'drain').catch(() => undefined), closed]);
  }
  stdin.end();
}
