import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClockModule } from '../../platform/clock/clock.module';
import type { AppConfig } from '../../platform/config/app-config';
import { ConfigModule } from '../../platform/config/config.module';
import { ConfigService } from '../../platform/config/config.service';

@Module({ imports: [ClockModule, ConfigModule.from()] })
class SettingsModule {}

export interface Settings {
  readonly config: AppConfig;
  /** Absolute path of the configuration file, whether it exists or not. */
  readonly configPath: string;
}

/** The settings that the server would use. @throws ConfigInvalid */
export async function readSettings(): Promise<Settings> {
  const context = await NestFactory.createApplicationContext(SettingsModule, {
    logger: false,
    abortOnError: false,
  });
  try {
    const service = context.get(ConfigService, { strict: false });
    return { config: service.current(), configPath: service.path };
  } finally {
    await context.close();
  }
}
