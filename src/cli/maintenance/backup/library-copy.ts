import { NestFactory } from '@nestjs/core';
import { LibraryCopyModule } from '../../../modules/media/library-copy.module';
import { LibraryCopy } from '../../../modules/media/public/library-copy';

/** What copies the files of media. It holds nothing open. */
export async function libraryCopy(): Promise<LibraryCopy> {
  const context = await NestFactory.createApplicationContext(LibraryCopyModule, {
    logger: false,
    abortOnError: false,
  });
  return context.get(LibraryCopy);
}
