import type { Caller } from './caller';

/** What a list or a look-up must add to its WHERE: everything, or one owner's rows only. */
export type OwnerFilter =
  { readonly all: true } | { readonly all: false; readonly ownerId: string };

/**
 * The owner filter of a caller (spec §5.3): an admin sees everything, everybody else what is theirs.
 * A single item is loaded through the same filter, so "not yours" and "not there" are one 404.
 */
export function ownerFilter(caller: Caller): OwnerFilter {
  if (caller.isAdmin) return { all: true };
  if (caller.ownerId === null) throw new Error('a caller who is not an admin has an owner id');
  return { all: false, ownerId: caller.ownerId };
}

/** Does this caller see something that belongs to `ownerId`? The in-memory twin of {@link ownerFilter}. */
export function mayRead(caller: Caller, ownerId: string | null): boolean {
  return caller.isAdmin || (ownerId !== null && caller.ownerId === ownerId);
}

const admits = (list: readonly string[], id: string): boolean =>
  list.length === 0 || list.includes(id);

/** Judged on the id alone, before existence (contract §2). */
export function mayUseWorkflow(caller: Caller, workflowId: string): boolean {
  return admits(caller.allowedWorkflows, workflowId);
}

/** Judged on the id alone, before existence (contract §2). */
export function mayUseCharacter(caller: Caller, characterId: string): boolean {
  return admits(caller.allowedCharacters, characterId);
}
