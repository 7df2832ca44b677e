import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClockModule } from '../../platform/clock/clock.module';
import type { AppConfig } from '../../platform/config/app-config';
import { ConfigModule } from '../../platform/config/config.module';
import { ConfigService } from '../../platform/config/config.service';

@Module({ imports: [ClockModule, ConfigModule.from()] })
class SettingsModule {}

/** The settings that the server would use. @throws ConfigInvalid */
export async function readSettings(): Promise<AppConfig> {
  const context = await NestFactory.createApplicationContext(SettingsModule, {
    logger: false,
    abortOnError: false,
  });
  try {
    return context.get(ConfigService, { strict: false }).current();
  } finally {
    await context.close();
  }
}
