import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import { DatasetChangesStore } from './dataset-changes.store';

/**
 * One lock for each dataset's files. It is kept in memory, because only one process serves a database. Whoever gets it finds
 * no interrupted change: such a change is finished or removed first.
 */
@Injectable()
export class DatasetLocks extends KeyedMutex {
  constructor(private readonly changes: DatasetChangesStore) {
    super();
  }

  override run<T>(id: string, work: () => Promise<T>): Promise<T> {
    return super.run(id, async () => {
      await this.changes.recover(id);
      return work();
    });
  }
}
