import { Module } from '@nestjs/common';
import { ClockModule } from '../../platform/clock/clock.module';
import type { AppConfig } from '../../platform/config/app-config';
import { ConfigModule } from '../../platform/config/config.module';
import { ConfigService } from '../../platform/config/config.service';
import { withContext } from '../with-context';

@Module({ imports: [ClockModule, ConfigModule.from()] })
class SettingsModule {}

export interface Settings {
  readonly config: AppConfig;
  /** Absolute path of the configuration file, whether it exists or not. */
  readonly configPath: string;
}

/** The settings that the server would use. @throws ConfigInvalid */
export async function readSettings(): Promise<Settings> {
  return withContext(SettingsModule, (context) => {
    const service = context.get(ConfigService, { strict: false });
    return { config: service.current(), configPath: service.path };
  });
}
