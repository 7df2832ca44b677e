import { writeSync } from 'node:fs';
import { escapeJsonForTerminal, escapeLinesForTerminal } from './terminal-escape';

const STDOUT = 1;
const STDERR = 2;

/** Wait between attempts when a pipe is full. */
const RETRY_MS = 5;

/**
 * Output of a command. Standard output contains only the answer (a key, a table, JSON), so that scripts can use it;
 * messages for people go to standard error.
 */
export class Terminal {
  /** @throws when writing fails, such as to a closed pipe */
  answer(text: string): void {
    writeAll(STDOUT, `${escapeLinesForTerminal(text)}\n`);
  }

  /** @throws as `answer` */
  answerJson(value: unknown): void {
    writeAll(STDOUT, `${escapeJsonForTerminal(value)}\n`);
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
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
