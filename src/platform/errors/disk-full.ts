import { codedError } from './app-error';

export class DiskFull extends codedError({
  code: 'disk_full',
  status: 507,
  meaning:
    "The free disk space is below `limits.min_free_bytes`, or ran out. Delete what you don't need, or tell the operator.",
}) {
  constructor(cause?: unknown) {
    super(
      'There is not enough free disk space to keep this. Delete media, or ask the operator to free space.',
      { cause },
    );
  }
}

/** Codes of the system, SQLite and PostgreSQL for a full disk, an exceeded quota or file size. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100']);

/** `DiskFull` if a write failed for that reason, otherwise the same error. */
export function asDiskError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.has(code) ? new DiskFull(error) : error;
}
