import { Injectable, Module } from '@nestjs/common';
import { WorkflowAdministration } from '../../modules/workflows/public/workflow-administration';
import { WorkflowAdministrationModule } from '../../modules/workflows/workflow-administration.module';
import { ClockModule } from '../../platform/clock/clock.module';
import { ConfigModule } from '../../platform/config/config.module';
import { CommandDatabaseModule } from '../../platform/database/command-database.module';
import { AppError } from '../../platform/errors/app-error';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { Invocation } from '../invocation';
import { withContext } from '../with-context';

/** Only what the commands need: no HTTP server and no nodes; the database is for the audit log. */
@Module({
  imports: [ClockModule, ConfigModule.from(), CommandDatabaseModule, WorkflowAdministrationModule],
})
class WorkflowCommandModule {}

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

  /** Creates the application context for one command; help and usage errors work without it. */
  protected async withWorkflows<T>(
    work: (workflows: WorkflowAdministration) => Promise<T> | T,
  ): Promise<T> {
    return withContext(WorkflowCommandModule, (context) =>
      work(context.get(WorkflowAdministration, { strict: false })),
    );
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
