import { Module } from '@nestjs/common';
import { LibraryCopy } from './public/library-copy';
import { LibraryCopyService } from './maintenance/library-copy.service';

/** Copies the library for backups: no database of its own, no routes. */
@Module({
  providers: [{ provide: LibraryCopy, useClass: LibraryCopyService }],
  exports: [LibraryCopy],
})
export class LibraryCopyModule {}
