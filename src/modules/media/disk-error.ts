import { DiskFull } from './media.errors';

/** How the system, SQLite and PostgreSQL say that nothing more fits. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** What a failed write is to a caller: `DiskFull` where that is the reason, itself otherwise. */
export function asDiskError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.has(code) ? new DiskFull(error) : error;
}
