import { Module } from '@nestjs/common';
import { WorkflowAdministration } from '../modules/workflows/public/workflow-administration';
import { WorkflowAdministrationModule } from '../modules/workflows/workflow-administration.module';
import { ClockModule } from '../platform/clock/clock.module';
import { ConfigModule } from '../platform/config/config.module';
import { CommandDatabaseModule } from '../platform/database/command-database.module';
import { withContext } from './with-context';

/** Only what the commands need: no HTTP server and no nodes; the database is for the audit log. */
@Module({
  imports: [ClockModule, ConfigModule.from(), CommandDatabaseModule, WorkflowAdministrationModule],
})
class WorkflowCommandModule {}

/** Creates the application context for one command; help and usage errors work without it. */
export async function withWorkflows<T>(
  work: (workflows: WorkflowAdministration) => Promise<T> | T,
): Promise<T> {
  return withContext(WorkflowCommandModule, (context) =>
    work(context.get(WorkflowAdministration, { strict: false })),
  );
}
