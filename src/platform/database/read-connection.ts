import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';

/** Name of the data source that only reads. */
export const READ_DATA_SOURCE = 'read';

/**
 * Reads outside a transaction. On SQLite a second, read-only connection (WAL), because the writing one would show the
 * rows of a transaction that is still open; on PostgreSQL a connection pool of its own. Inside `WriteGate.run` read with
 * the `tx` that it passes.
 */
@Injectable()
export class ReadConnection {
  constructor(@InjectEntityManager(READ_DATA_SOURCE) readonly manager: EntityManager) {}
}
