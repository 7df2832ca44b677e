/** The schema of a database compared with this version's migrations. */
export type SchemaState = 'ready' | 'empty' | 'older' | 'newer';

/**
 * Compares the executed migrations with the available ones. `executed` is `null` when none has ever run. Pure.
 * A database with unknown migrations counts as newer even if it lacks others, because this version can't migrate it.
 */
export function schemaState(
  executed: readonly string[] | null,
  available: readonly string[],
): SchemaState {
  if (executed === null || executed.length === 0) return 'empty';
  if (executed.some((name) => !available.includes(name))) return 'newer';
  return available.every((name) => executed.includes(name)) ? 'ready' : 'older';
}
