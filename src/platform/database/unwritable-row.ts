/** Data exceptions, violated constraints and exceeded limits of PostgreSQL, and the same of SQLite. */
const UNWRITABLE = /^(?:(?:22|23|54)[0-9A-Z]{3}|SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG).*)$/;

/** Did the database refuse a row for what it holds? Writing it again would fail again. */
export function isUnwritableRow(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && UNWRITABLE.test(code);
}
