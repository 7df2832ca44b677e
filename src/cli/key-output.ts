import { Injectable } from '@nestjs/common';
import type { IssuedKey, AgentRecord } from '../modules/agents/public/key-administration';
import { checkedValue } from './agent-options';
import { AnswerNotWritten, UsageError } from './command-failure';
import { KeyFile } from './key-file';
import { escapeForTerminal } from './terminal-escape';
import { Terminal } from './terminal';
import { Invocation } from './invocation';
import { deferSignals } from './defer-signals';

/** Where a new key is written. */
export interface IssueOptions {
  /** File for the key; without it the key is printed. */
  readonly keyFile?: string;
  readonly json?: boolean;
}

/** The value of `--key-file`. @throws UsageError when it is missing */
export function keyFileOption(path: string): string {
  if (path === '') throw new UsageError('--key-file: Name a file.');
  return checkedValue('--key-file', path);
}

/**
 * Writes new keys so that none is lost: the file is opened before the key is created, and a key that can't be written
 * to it is printed.
 */
@Injectable()
export class KeyOutput {
  constructor(
    private readonly terminal: Terminal,
    private readonly invocation: Invocation,
  ) {}

  /** `create` commits the change. @throws KeyFileRefused before it, AnswerNotWritten after it, what `create` throws */
  async issue(create: () => Promise<IssuedKey>, options: IssueOptions): Promise<AgentRecord> {
    return deferSignals(() => this.createAndWrite(create, options));
  }

  private async createAndWrite(
    create: () => Promise<IssuedKey>,
    { keyFile, json }: IssueOptions,
  ): Promise<AgentRecord> {
    const file = keyFile === undefined ? null : KeyFile.open(this.invocation.absolute(keyFile));
    const issued = await create().catch((error: unknown) => {
      file?.abandon();
      throw error;
    });
    if (file) this.writeToFile(file, issued, json);
    else this.print(issued, json);
    return issued.agent;
  }

  private writeToFile(file: KeyFile, issued: IssuedKey, json = false): void {
    try {
      file.write(issued.key);
    } catch (error) {
      this.print(issued, json);
      throw new AnswerNotWritten(
        `The change is made, but the key could not be written to ${file.path} ` +
          `(${(error as Error).message}): it is printed instead, this once. Keep it now.`,
        { cause: error },
      );
    }
    if (json) this.terminal.answerChange({ agent: issued.agent, key_file: file.path });
    else
      this.terminal.message(`The key of ${nameOf(issued)} is in ${file.path}, and nowhere else.`);
  }

  private print(issued: IssuedKey, json = false): void {
    try {
      if (json) {
        this.terminal.answerJson(issued);
        return;
      }
      this.terminal.message(`The key of ${nameOf(issued)}, shown this once:`);
      this.terminal.answer(issued.key);
    } catch (error) {
      this.terminal.message(issued.key);
      throw new AnswerNotWritten(
        `The change is made, but the key could not be written to standard output ` +
          `(${(error as Error).message}): it stands above, this once. Keep it now.`,
        { cause: error },
      );
    }
  }
}

const nameOf = ({ agent }: IssuedKey): string => `${agent.id} (${escapeForTerminal(agent.name)})`;
