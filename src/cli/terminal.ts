import { writeSync } from 'node:fs';
import { printableJson, printableLines } from './printable';

const STDOUT = 1;
const STDERR = 2;

/** How long to let a reader catch up. Milliseconds. */
const PAUSE_MS = 5;

/**
 * What a command says. Standard output holds the answer and nothing else (a key, a table, JSON), so that a script can
 * take it; words for people go to standard error.
 */
export class Terminal {
  /** @throws when it can't be written, such as to a pipe that nobody reads */
  answer(text: string): void {
    writeAll(STDOUT, `${printableLines(text)}\n`);
  }

  /** @throws as `answer` */
  answerJson(value: unknown): void {
    writeAll(STDOUT, `${printableJson(value)}\n`);
  }

  tell(text: string): void {
    this.attempt(`${printableLines(text)}\n`);
  }

  tellJson(value: unknown): void {
    this.attempt(`${printableJson(value)}\n`);
  }

  /** Nobody is left to be told that nobody can be told. */
  private attempt(text: string): void {
    try {
      writeAll(STDERR, text);
    } catch {
      return;
    }
  }
}

/** At once and whole: a key must not wait in a buffer for a process that ends. */
function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
