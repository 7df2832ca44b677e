/** The schema of a database compared with this version's migrations. */
export type SchemaState = 'ready' | 'empty' | 'older' | 'newer';

/**
 * Compares the executed migrations with the known ones. `executed` is `null` where nothing has ever run. Pure.
 * A database that lacks migrations and has unknown ones counts as newer: starting this version wouldn't repair it.
 */
export function schemaState(
  executed: readonly string[] | null,
  known: readonly string[],
): SchemaState {
  if (executed === null || executed.length === 0) return 'empty';
  if (executed.some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => executed.includes(name)) ? 'ready' : 'older';
}
