import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../../platform/keyed-mutex';

/** Changes of one dataset's files follow one another: one process serves a database, so that a lock in memory is enough. */
@Injectable()
export class DatasetLocks extends KeyedMutex {}
