import type { EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { Plain } from '../plain';
import type { Transaction } from './write-gate';

/*
 * Writes without TypeORM's query builder, which costs several times as much as the statement itself, writes numbers into
 * its text, and reads inserted rows again when a column has an initial value.
 */

/** SQLite takes 32,766 parameters, one per column. */
const MAX_ROWS = 500;

/** Values of columns, by property. A function gives SQL instead of a value. */
type Values<T> = { readonly [Name in keyof Plain<T>]?: Plain<T>[Name] | (() => string) };

/**
 * Inserts rows that all have the same columns, however many there are. @param suffix SQL behind the values
 * @returns how many rows were written
 */
export async function insertRows<T extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<T>,
  rows: readonly Values<T>[],
  suffix = '',
): Promise<number> {
  const metadata = tx.connection.getMetadata(entity);
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => nameOf(tx, metadata, name));
  let written = 0;
  for (let at = 0; at < rows.length; at += MAX_ROWS) {
    const parameters = new Parameters(tx, metadata);
    const values = rows
      .slice(at, at + MAX_ROWS)
      .map(
        (row) => `(${names.map((name) => parameters.add(name, valueOf(row, name))).join(', ')})`,
      );
    const sql = `INSERT INTO ${metadata.tableName} (${columns.join(', ')}) VALUES ${values.join(', ')}${suffix}`;
    written += await write(tx, sql, parameters.values);
  }
  return written;
}

/** Inserts rows or overwrites those with the same `key`, however many there are. */
export async function upsertRows<T extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<T>,
  rows: readonly Values<T>[],
  key: readonly (keyof Plain<T> & string)[],
): Promise<void> {
  const others = Object.keys(rows[0] ?? {}).filter((name) => !key.includes(name));
  const metadata = tx.connection.getMetadata(entity);
  const column = (name: string): string => nameOf(tx, metadata, name);
  const overwritten = others.map((name) => `${column(name)} = excluded.${column(name)}`);
  const conflict = `ON CONFLICT (${key.map(column).join(', ')})`;
  await insertRows(tx, entity, rows, ` ${conflict} DO UPDATE SET ${overwritten.join(', ')}`);
}

/** Updates the rows with these values. @returns how many there are */
export async function updateRows<T extends ObjectLiteral>(
  tx: Transaction,
  entity: EntityTarget<T>,
  where: Values<T>,
  changes: Values<T>,
): Promise<number> {
  const metadata = tx.connection.getMetadata(entity);
  const parameters = new Parameters(tx, metadata);
  const assign = (values: Values<T>): string[] =>
    Object.entries(values).map(
      ([name, value]) => `${nameOf(tx, metadata, name)} = ${parameters.add(name, value)}`,
    );
  const sql = `UPDATE ${metadata.tableName} SET ${assign(changes).join(', ')} WHERE ${assign(where).join(' AND ')}`;
  return write(tx, sql, parameters.values);
}

/** @returns how many rows were written */
async function write(tx: Transaction, sql: string, values: unknown[]): Promise<number> {
  const result = await tx.queryRunner?.query(sql, values, true);
  if (result?.affected === undefined) throw new Error('the driver reported no row count');
  return result.affected;
}

/** The parameters of a statement, as its database takes them. */
class Parameters {
  readonly values: unknown[] = [];

  constructor(
    private readonly tx: Transaction,
    private readonly metadata: EntityMetadata,
  ) {}

  /** @returns the value's place in the statement */
  add(name: string, value: unknown): string {
    if (typeof value === 'function') return (value as () => string)();
    const { driver } = this.tx.connection;
    this.values.push(driver.preparePersistentValue(value ?? null, columnOf(this.metadata, name)));
    return driver.createParameter(name, this.values.length - 1);
  }
}

const valueOf = (row: object, name: string): unknown => (row as Record<string, unknown>)[name];

const nameOf = (tx: Transaction, metadata: EntityMetadata, name: string): string =>
  tx.connection.driver.escape(columnOf(metadata, name).databaseName);

function columnOf(metadata: EntityMetadata, name: string) {
  const column = metadata.findColumnWithPropertyName(name);
  if (!column) throw new Error(`${metadata.tableName} has no column ${name}`);
  return column;
}
