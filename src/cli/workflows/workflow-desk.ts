import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkflowAdministration } from '../../modules/workflows/public/workflow-administration';
import { WorkflowVerdicts } from '../../modules/workflows/public/workflow-verdicts';
import { WorkflowAdministrationModule } from '../../modules/workflows/workflow-administration.module';
import { ClockModule } from '../../platform/clock/clock.module';
import { ConfigModule } from '../../platform/config/config.module';
import { CommandDatabaseModule } from '../../platform/database/command-database.module';

/** What it takes to manage workflows: no HTTP, no nodes. The database is for the trail. */
@Module({
  imports: [ClockModule, ConfigModule.from(), CommandDatabaseModule, WorkflowAdministrationModule],
})
class WorkflowsOfTerminal {}

/** Opens the install for as long as one command works; help and wrong usage need none. */
@Injectable()
export class WorkflowDesk {
  async open<T>(
    work: (workflows: WorkflowAdministration, verdicts: WorkflowVerdicts) => Promise<T> | T,
  ): Promise<T> {
    const context = await NestFactory.createApplicationContext(WorkflowsOfTerminal, {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(
        context.get(WorkflowAdministration, { strict: false }),
        context.get(WorkflowVerdicts, { strict: false }),
      );
    } finally {
      await context.close();
    }
  }
}
