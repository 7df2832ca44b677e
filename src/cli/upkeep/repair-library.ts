import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module';
import {
  LibraryRepair,
  type LibraryRepairs,
  type RepairOptions,
} from '../../modules/media/public/library-check';

/**
 * Repairs the library in a service that doesn't listen: it holds the server's locks, and deletes with all that belongs to
 * a deletion (tombstone, search index, audit log). @throws DatabaseInUse while a server runs
 */
export async function repairLibrary(options: RepairOptions): Promise<LibraryRepairs> {
  const context = await NestFactory.createApplicationContext(AppModule.from(), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await context.get(LibraryRepair, { strict: false }).repair(options);
  } finally {
    await context.close();
  }
}
