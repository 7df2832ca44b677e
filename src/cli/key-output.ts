import { Injectable } from '@nestjs/common';
import type { IssuedKey, KeyRecord } from '../modules/agents/public/key-administration';
import { valueOf } from './agent-options';
import { KeyNotSaved, UsageError } from './failure';
import { KeyFile } from './key-file';
import { printable } from './printable';
import { Terminal } from './terminal';
import { Invocation } from './invocation';
import { deferSignals } from './defer-signals';

/** How a new key is handed over. */
export interface IssueOptions {
  /** Where to put the key; absent: it is printed. */
  readonly keyFile?: string;
  readonly json?: boolean;
}

/** Where to put a key, as it was typed. @throws UsageFault for nothing, and for another option */
export function keyFileOption(path: string): string {
  if (path === '') throw new UsageError('--key-file: Name a file.');
  return valueOf('--key-file', path);
}

/**
 * Sees to it that a key that was made isn't lost: the file is opened before the change, and what can't be written to
 * it is printed.
 */
@Injectable()
export class KeyOutput {
  constructor(
    private readonly terminal: Terminal,
    private readonly typedIn: Invocation,
  ) {}

  /** `make` commits the change. @throws KeyFileRefused before it, KeyNotKept after it, what `make` throws */
  async issue(make: () => Promise<IssuedKey>, options: IssueOptions): Promise<KeyRecord> {
    return deferSignals(() => this.attempt(make, options));
  }

  private async attempt(
    make: () => Promise<IssuedKey>,
    { keyFile, json }: IssueOptions,
  ): Promise<KeyRecord> {
    const file = keyFile === undefined ? null : KeyFile.open(this.typedIn.absolute(keyFile));
    const issued = await make().catch((error: unknown) => {
      file?.abandon();
      throw error;
    });
    if (file) this.intoFile(file, issued, json);
    else this.print(issued, json);
    return issued.agent;
  }

  private intoFile(file: KeyFile, issued: IssuedKey, json = false): void {
    try {
      file.write(issued.key);
    } catch (error) {
      this.print(issued, json);
      throw new KeyNotSaved(
        `The change is made, but the key could not be written to ${file.path} ` +
          `(${(error as Error).message}): it is printed instead, this once. Keep it now.`,
        { cause: error },
      );
    }
    if (json) this.terminal.answerJson({ agent: issued.agent, key_file: file.path });
    else this.terminal.tell(`The key of ${nameOf(issued)} is in ${file.path}, and nowhere else.`);
  }

  private print(issued: IssuedKey, json = false): void {
    try {
      if (json) {
        this.terminal.answerJson(issued);
        return;
      }
      this.terminal.tell(`The key of ${nameOf(issued)}, shown this once:`);
      this.terminal.answer(issued.key);
    } catch (error) {
      this.terminal.tell(issued.key);
      throw new KeyNotSaved(
        `The change is made, but the key could not be written to standard output ` +
          `(${(error as Error).message}): it stands above, this once. Keep it now.`,
        { cause: error },
      );
    }
  }
}

const nameOf = ({ agent }: IssuedKey): string => `${agent.id} (${printable(agent.name)})`;
