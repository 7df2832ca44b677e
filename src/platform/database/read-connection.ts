import type { EntityManager } from 'typeorm';

/**
 * Reads outside a transaction: on SQLite a second, read-only connection (WAL), so that no request sees another's open
 * transaction. Inside `WriteGate.run` read with the `tx` that it passes.
 */
export abstract class ReadConnection {
  abstract readonly manager: EntityManager;
}
