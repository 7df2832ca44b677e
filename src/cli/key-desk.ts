import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KeyAdministration } from '../modules/agents/public/key-administration';
import { KeysModule } from './keys.module';

/**
 * Opens the database for as long as one command works. Not before: help and wrong usage need none, and must not fail
 * for want of one.
 */
@Injectable()
export class KeyDesk {
  async open<T>(work: (keys: KeyAdministration) => Promise<T>): Promise<T> {
    const context = await NestFactory.createApplicationContext(KeysModule, {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(context.get(KeyAdministration, { strict: false }));
    } finally {
      await context.close();
    }
  }
}
