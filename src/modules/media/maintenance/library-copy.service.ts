import { Injectable } from '@nestjs/common';
import type { DatabaseRows } from '../../../platform/database/database-snapshot.store';
import { type CopyFolders, LibraryCopy, type LibraryCopyResult } from '../public/library-copy';
import { inParallel } from './in-parallel';
import { LibraryCopyStore } from './library-copy.store';
import { LibraryRowsRepository } from './library-rows.repository';

/** Enough to keep a disk busy, and few enough for a server beside it. */
const MAX_PARALLEL_COPIES = 4;

@Injectable()
export class LibraryCopyService implements LibraryCopy {
  async copy({ manager }: DatabaseRows, folders: CopyFolders): Promise<LibraryCopyResult> {
    const store = new LibraryCopyStore(folders);
    const result = { files: 0, bytes: 0, copied: 0 };
    const absent = { missing: [] as string[], damaged: [] as string[] };
    for await (const page of new LibraryRowsRepository(manager).pages()) {
      const outcomes = await inParallel(page, MAX_PARALLEL_COPIES, (row) => store.copy(row));
      for (const [index, { path, size_bytes }] of page.entries()) {
        const outcome = outcomes[index];
        if (outcome === 'missing' || outcome === 'damaged') absent[outcome].push(path);
        else {
          result.files += 1;
          result.bytes += size_bytes;
          if (outcome === 'copied') result.copied += 1;
        }
      }
    }
    await store.flushFolders();
    return { ...result, ...absent };
  }

  async removeUnlisted({ manager }: DatabaseRows, folders: CopyFolders): Promise<void> {
    await new LibraryCopyStore(folders).removeUnlisted(new LibraryRowsRepository(manager));
  }
}
