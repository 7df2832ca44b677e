import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../../platform/keyed-mutex';

/** One lock for each dataset's files. It is kept in memory, because only one process serves a database. */
@Injectable()
export class DatasetLocks extends KeyedMutex {}
