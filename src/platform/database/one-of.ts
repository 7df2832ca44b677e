import { type FindOperator, Raw } from 'typeorm';

/**
 * Like `In`, with the values in the statement's text: SQLite uses a partial index only where it reads the index's condition.
 * @param values constants of the code, never of a request
 */
export function oneOf<Value extends string>(values: readonly Value[]): FindOperator<Value> {
  const literals = values.map((value) => `'${value}'`).join(', ');
  return Raw((column) => `${column} IN (${literals})`) as FindOperator<Value>;
}
