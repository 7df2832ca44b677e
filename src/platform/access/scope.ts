import type { Caller } from './caller';
import type { OwnerNames } from './owner-names';

/** Which rows a caller sees: everything, or one owner's only. */
export type OwnerFilter =
  | { readonly all: true }
  | { readonly all: false; readonly ownerId: string };

/**
 * The owner filter of a caller: an admin sees everything, other callers only their own rows.
 * A single item is loaded through the same filter, so another owner's item gives the same 404 as a missing one.
 */
export function ownerFilter(caller: Caller): OwnerFilter {
  if (caller.isAdmin) return { all: true };
  if (caller.ownerId === null) throw new Error('a caller who is not an admin has an owner id');
  return { all: false, ownerId: caller.ownerId };
}

/** The owner filter of a caller as columns of a `where`; empty for an admin. */
export function ownedBy(caller: Caller): { readonly owner_id?: string } {
  const owner = ownerFilter(caller);
  return owner.all ? {} : { owner_id: owner.ownerId };
}

/** Whether this caller sees what `ownerId` owns. The same rule as {@link ownerFilter}, in memory. */
export function mayRead(caller: Caller, ownerId: string | null): boolean {
  return caller.isAdmin || (ownerId !== null && caller.ownerId === ownerId);
}

/** Whether this caller may change what `ownerId` owns, where others may read it, too: its owner and admins. */
export function mayChange(caller: Caller, ownerId: string | null): boolean {
  return mayRead(caller, ownerId);
}

/** Owns nothing: stands for everybody whose resources the caller can't see. */
const NOBODY = '';

/**
 * The owner whose resources a list shows: by default the caller. An admin may name another agent, or `*` for all. For other
 * callers `*` is what they can see, their own, and another agent has nothing.
 * @returns the internal id, `null` for resources without an owner, `undefined` for all
 */
export function listedOwner(
  caller: Caller,
  owner: string | undefined,
  names: OwnerNames,
): string | null | undefined {
  if (owner === undefined) return caller.ownerId;
  if (owner === '*') return caller.isAdmin ? undefined : caller.ownerId;
  const ownerId = names.idOf(owner);
  return mayRead(caller, ownerId) ? ownerId : NOBODY;
}

const isAllowed = (list: readonly string[], id: string): boolean =>
  list.length === 0 || list.includes(id);

/** Check this before looking the workflow up, so that the response doesn't reveal whether it exists. */
export function mayUseWorkflow(caller: Caller, workflowId: string): boolean {
  return isAllowed(caller.allowedWorkflows, workflowId);
}

/** Check this before looking the character up, so that the response doesn't reveal whether it exists. */
export function mayUseCharacter(caller: Caller, characterId: string): boolean {
  return isAllowed(caller.allowedCharacters, characterId);
}
