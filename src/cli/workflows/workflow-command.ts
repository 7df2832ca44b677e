import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/errors/app-error';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { Invocation } from '../invocation';

/** An error of the service with a message for the command line. */
class TerminalError extends AppError {}

/** What all commands about workflows share. */
@Injectable()
export abstract class WorkflowCommand extends TerminalCommand {
  constructor(
    protected readonly terminal: Terminal,
    protected readonly invocation: Invocation,
  ) {
    super();
  }

  protected get program(): string {
    return this.invocation.program;
  }

  /** Complete command lines: prefixes each one with the program's name. */
  protected lines(...args: readonly string[]): readonly string[] {
    return args.map((rest) => `${this.program} ${rest}`);
  }
}

/**
 * Rethrows errors, one of them with a message that names commands instead of routes.
 * @param code the code of the error that gets the message
 * @param message makes the message from the ids that are similar to the requested one
 */
export function rethrowWithCommands(
  code: string,
  message: (nearest: readonly string[]) => string,
): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.spec.code !== code) throw error;
    const { nearest } = error.extras;
    const names = Array.isArray(nearest) ? nearest.map(String) : [];
    throw new TerminalError(error.spec, message(names), { cause: error });
  };
}
