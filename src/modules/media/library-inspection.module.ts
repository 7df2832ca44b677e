import { Module } from '@nestjs/common';
import { ReadConnection } from '../../platform/database/read-connection';
import { LibraryInspection } from './public/library-check';
import { LibraryFilesStore } from './upkeep/library-files.store';
import { LibraryInspectionService } from './upkeep/library-inspection.service';
import { LibraryRowsRepository } from './upkeep/library-rows.repository';
import { LibraryScanService } from './upkeep/library-scan.service';
import { OwnerSumsRepository } from './upkeep/owner-sums.repository';

/** Compares files and catalogue. For the command line it stands alone: no routes, no decoding. */
@Module({
  providers: [
    LibraryFilesStore,
    {
      provide: LibraryRowsRepository,
      inject: [ReadConnection],
      useFactory: ({ manager }: ReadConnection) => new LibraryRowsRepository(manager),
    },
    LibraryScanService,
    OwnerSumsRepository,
    { provide: LibraryInspection, useClass: LibraryInspectionService },
  ],
  exports: [LibraryFilesStore, LibraryInspection, LibraryScanService, OwnerSumsRepository],
})
export class LibraryInspectionModule {}
