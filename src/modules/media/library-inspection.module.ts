import { Module } from '@nestjs/common';
import { ReadConnection } from '../../platform/database/read-connection';
import { LibraryInspection } from './public/library-check';
import { LibraryFilesStore } from './maintenance/library-files.store';
import { LibraryInspectionService } from './maintenance/library-inspection.service';
import { LibraryRowsRepository } from './maintenance/library-rows.repository';
import { LibraryScanService } from './maintenance/library-scan.service';
import { OwnerSumsRepository } from './maintenance/owner-sums.repository';

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
