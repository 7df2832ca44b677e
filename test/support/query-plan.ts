import type { DataSource } from 'typeorm';
import type { Statement } from './job-table';

/** How the database finds the rows of one statement. */
export interface QueryPlan {
  /** Tables that are read from end to end without an index. */
  readonly scanned: readonly string[];
  /** Indices by which rows are found or walked in order. */
  readonly indices: readonly string[];
  /** The conditions on the indices, in the words of the database. */
  readonly conditions: string;
  /** Whether all matching rows are sorted before the first one is returned. */
  readonly sorts: boolean;
}

const EXPLAINABLE = /^\s*(SELECT|WITH|UPDATE|DELETE|INSERT INTO job_turns)\b/;

/** Plans of the statements that find rows. */
export async function plansOf(
  source: DataSource,
  statements: readonly Statement[],
): Promise<QueryPlan[]> {
  const explain = source.options.type === 'postgres' ? explainPostgres : explainSqlite;
  const plans: QueryPlan[] = [];
  for (const statement of statements) {
    if (EXPLAINABLE.test(statement.sql)) plans.push(await explain(source, statement));
  }
  return plans;
}

async function explainSqlite(source: DataSource, { sql, parameters }: Statement) {
  const rows: { detail: string }[] = await source.query(`EXPLAIN QUERY PLAN ${sql}`, [
    ...parameters,
  ]);
  const details = rows.map(({ detail }) => detail);
  const master: { name: string }[] = await source.query('SELECT name FROM sqlite_master');
  const stored = new Set(master.map(({ name }) => name));
  return {
    // What a statement makes for itself is read from end to end, too.
    scanned: details
      .flatMap((detail) => /^SCAN (\S+)$/.exec(detail)?.[1] ?? [])
      .map((name) => tableOf(name, sql))
      .filter((name) => stored.has(name)),
    indices: details.flatMap((detail) => /\bINDEX (\S+)/.exec(detail)?.[1] ?? []),
    conditions: details.flatMap((detail) => /\bINDEX \S+ (.*)$/.exec(detail)?.[1] ?? []).join(' '),
    sorts: details.some((detail) => detail.endsWith('ORDER BY')),
  };
}

/** SQLite names tables as the statement does. */
const tableOf = (name: string, sql: string): string =>
  new RegExp(`\\b(\\w+)"? "?${name}\\b`).exec(sql)?.[1] ?? name;

interface PostgresNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PostgresNode[];
}

async function explainPostgres(source: DataSource, { sql, parameters }: Statement) {
  const [row]: { 'QUERY PLAN': [{ Plan: PostgresNode }] }[] = await source.query(
    `EXPLAIN (FORMAT JSON) ${sql}`,
    [...parameters],
  );
  const nodes = flat(row!['QUERY PLAN'][0].Plan);
  return {
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => node['Relation Name'] ?? []),
    indices: nodes.flatMap((node) => node['Index Name'] ?? []),
    conditions: nodes.flatMap((node) => node['Index Cond'] ?? []).join(' '),
    sorts: nodes.some((node) => node['Node Type'] === 'Sort'),
  };
}

const flat = (node: PostgresNode): PostgresNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
