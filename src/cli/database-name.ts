import { type DatabaseUrl, sqlitePath } from '../platform/database/data-source-options';

/** Which database it is, as a person would say: the file, or where PostgreSQL runs. No user, no password. Pure. */
export function databaseName(url: DatabaseUrl): string {
  const path = sqlitePath(url);
  if (path !== null) return path;
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
