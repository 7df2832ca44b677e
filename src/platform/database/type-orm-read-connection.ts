import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { ReadConnection } from './read-connection';

/** Name of the data source that only reads. */
export const READ_DATA_SOURCE = 'read';

/**
 * On SQLite a second, read-only connection, because the writing one would show the rows of a transaction that is still
 * open. On PostgreSQL a connection pool of its own.
 */
@Injectable()
export class TypeOrmReadConnection extends ReadConnection {
  constructor(@InjectEntityManager(READ_DATA_SOURCE) readonly manager: EntityManager) {
    super();
  }
}
