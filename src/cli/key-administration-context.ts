import { Injectable, Module } from '@nestjs/common';
import { AgentKeysModule } from '../modules/agents/agent-keys.module';
import { KeyAdministration } from '../modules/agents/public/key-administration';
import { ClockModule } from '../platform/clock/clock.module';
import { ConfigModule } from '../platform/config/config.module';
import { ConfigService } from '../platform/config/config.service';
import { CommandDatabaseModule } from '../platform/database/command-database.module';
import { ValidationModule } from '../platform/validation/validation.module';
import { databaseName } from './database-name';
import { withContext } from './with-context';

/** What key administration needs: no HTTP, no dispatcher, no monitors, no simulator. */
@Module({
  imports: [
    ClockModule,
    ConfigModule.from(),
    CommandDatabaseModule,
    ValidationModule,
    AgentKeysModule,
  ],
})
class KeysModule {}

/** Opens the database while one command runs; help and usage errors work without a database. */
@Injectable()
export class KeyAdministrationContext {
  /** Runs `work` with the open database and its name for people. */
  async open<T>(work: (keys: KeyAdministration, databaseName: string) => Promise<T>): Promise<T> {
    return withContext(KeysModule, (context) => {
      const { url } = context.get(ConfigService, { strict: false }).current().database;
      return work(context.get(KeyAdministration, { strict: false }), databaseName(url));
    });
  }
}
