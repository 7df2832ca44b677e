import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import { DatasetChangesStore } from './dataset-changes.store';

/**
 * One lock for each dataset's files. It is kept in memory, because only one process serves a database. An interrupted
 * change is finished or removed before a caller gets the lock.
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
