import { Module } from '@nestjs/common';
import { KeyAdministrationModule } from '../modules/agents/key-administration.module';
import { ClockModule } from '../platform/clock/clock.module';
import { ConfigModule } from '../platform/config/config.module';
import { CommandDatabaseModule } from '../platform/database/command-database.module';
import { ValidationModule } from '../platform/validation/validation.module';

/** What it takes to manage keys: no HTTP, no dispatcher, no monitors, no simulator. */
@Module({
  imports: [
    ClockModule,
    ConfigModule.from(),
    CommandDatabaseModule,
    ValidationModule,
    KeyAdministrationModule,
  ],
})
export class KeysModule {}
