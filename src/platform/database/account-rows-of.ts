import { type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import type { AccountRows } from '../access/account-rows';
import type { ReadConnection } from './read-connection';
import { ownersOf } from './where-owner';
import type { WriteGate } from './write-gate';

/**
 * The rows of an entity, as rows that end with the account of their owner.
 * @param column has the owner's internal id; null or empty for rows without an owner
 */
export const accountRowsOf = (
  { gate, read }: { readonly gate: WriteGate; readonly read: ReadConnection },
  entity: EntityTarget<ObjectLiteral>,
  column: 'owner_id' | 'owner' = 'owner_id',
): AccountRows => ({
  owners: () => ownersOf(read, entity, column),
  deleteOf: (owners) => gate.run((tx) => tx.delete(entity, { [column]: In([...owners]) })),
});
