import { type DatabaseUrl, sqlitePath } from '../platform/database/data-source-options';

/** The database as messages name it: the file, or host and name on PostgreSQL, without user and password. */
export function databaseName(url: DatabaseUrl): string {
  const path = sqlitePath(url);
  if (path !== null) return path;
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
