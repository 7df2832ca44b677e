import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkflowAdministration } from '../../modules/workflows/public/workflow-administration';
import { WorkflowAdministrationModule } from '../../modules/workflows/workflow-administration.module';
import { ClockModule } from '../../platform/clock/clock.module';
import { ConfigModule } from '../../platform/config/config.module';
import { CommandDatabaseModule } from '../../platform/database/command-database.module';
import { AppError } from '../../platform/errors/app-error';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { Invocation } from '../invocation';

/** No HTTP, no nodes; the database is for the audit log. */
@Module({
  imports: [ClockModule, ConfigModule.from(), CommandDatabaseModule, WorkflowAdministrationModule],
})
class WorkflowCommandModule {}

/** A refusal of the service, in words of the command line. */
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

  /** Command lines, from what follows the program's name. */
  protected lines(...typed: readonly string[]): readonly string[] {
    return typed.map((rest) => `${this.program} ${rest}`);
  }

  /** Opens the installation for one piece of work; help and wrong usage need none. */
  protected async withWorkflows<T>(
    work: (workflows: WorkflowAdministration) => Promise<T> | T,
  ): Promise<T> {
    const context = await NestFactory.createApplicationContext(WorkflowCommandModule, {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(context.get(WorkflowAdministration, { strict: false }));
    } finally {
      await context.close();
    }
  }
}

/**
 * Rethrows an error; one of this code with a message that names commands instead of routes.
 * @param message of the ids that are similar to the one that was typed
 */
export function rethrowing(
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
