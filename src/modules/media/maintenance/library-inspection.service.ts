import { Injectable } from '@nestjs/common';
import { LibraryInspection, type WrongOwnerSum } from '../public/library-check';
import type { LibraryFinding } from '../public/library-findings';
import { LibraryFilesStore } from './library-files.store';
import { LibraryScanService } from './library-scan.service';
import { OwnerSumsRepository } from './owner-sums.repository';

@Injectable()
export class LibraryInspectionService implements LibraryInspection {
  constructor(
    private readonly scan: LibraryScanService,
    private readonly sums: OwnerSumsRepository,
    private readonly files: LibraryFilesStore,
  ) {}

  findings(readsContent: boolean): AsyncIterable<LibraryFinding> {
    return this.scan.findings({ readsContent });
  }

  async wrongOwnerSums(): Promise<readonly WrongOwnerSum[]> {
    return this.sums.wrong();
  }

  async unfinishedUploads(): Promise<number> {
    let count = 0;
    for await (const chunk of this.files.chunks('incoming')) count += chunk.length;
    return count;
  }
}
