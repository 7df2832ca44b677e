/** What a database lacks, or has too much of, for a program that knows these migrations. */
export type SchemaState = 'ready' | 'empty' | 'older' | 'newer';

/**
 * Compares what has run with what this version knows. `executed` is `null` where nothing has ever run. Pure.
 * A database that is both older and newer comes from another line of versions: newer, because waiting won't mend it.
 */
export function schemaState(
  executed: readonly string[] | null,
  known: readonly string[],
): SchemaState {
  if (executed === null || executed.length === 0) return 'empty';
  if (executed.some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => executed.includes(name)) ? 'ready' : 'older';
}
