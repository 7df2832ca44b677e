import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KeyAdministration } from '../modules/agents/public/key-administration';
import { ConfigService } from '../platform/config/config.service';
import { databaseName } from './database-name';
import { KeysModule } from './keys.module';

/**
 * Opens the database for as long as one command works. Not before: help and wrong usage need none, and must not fail
 * for want of one.
 */
@Injectable()
export class KeyAdministrationContext {
  /** `database`: which one it is, for people. */
  async open<T>(work: (keys: KeyAdministration, database: string) => Promise<T>): Promise<T> {
    const context = await NestFactory.createApplicationContext(KeysModule, {
      logger: false,
      abortOnError: false,
    });
    try {
      const { url } = context.get(ConfigService, { strict: false }).current().database;
      return await work(context.get(KeyAdministration, { strict: false }), databaseName(url));
    } finally {
      await context.close();
    }
  }
}
