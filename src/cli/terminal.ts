import { writeSync } from 'node:fs';
import { AnswerNotWritten } from './command-failure';
import { escapeJsonForTerminal, escapeLinesForTerminal } from './terminal-escape';

const STDOUT = 1;
const STDERR = 2;

/** Wait between attempts when a pipe is full. */
const RETRY_MS = 5;

/** The reader of standard output or standard error has closed the pipe. */
export class ClosedPipe extends Error {}

/**
 * Output of a command. Standard output contains only the answer (a key, a table, JSON), so that scripts can use it;
 * messages for people go to standard error.
 */
export class Terminal {
  /** @throws ClosedPipe, and when writing fails */
  answer(text: string): void {
    writeAll(STDOUT, `${escapeLinesForTerminal(text)}\n`);
  }

  /** @throws as `answer` */
  answerJson(value: unknown): void {
    writeAll(STDOUT, `${escapeJsonForTerminal(value)}\n`);
  }

  /** The answer to a change that is made already. @throws ClosedPipe, AnswerNotWritten */
  answerChange(value: unknown): void {
    try {
      this.answerJson(value);
    } catch (error) {
      if (error instanceof ClosedPipe) throw error;
      throw new AnswerNotWritten(
        `The change is made, but its answer could not be written (${(error as Error).message}).`,
        { cause: error },
      );
    }
  }

  message(text: string): void {
    this.attempt(`${escapeLinesForTerminal(text)}\n`);
  }

  messageJson(value: unknown): void {
    this.attempt(`${escapeJsonForTerminal(value)}\n`);
  }

  /** Ignores a closed standard error. */
  private attempt(text: string): void {
    try {
      writeAll(STDERR, text);
    } catch {
      return;
    }
  }
}

/** Writes synchronously, so that a key is never lost in a buffer when the process ends. */
function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') throw new ClosedPipe(message, { cause: error });
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
