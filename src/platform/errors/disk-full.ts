import { AppError, errorSpec } from './app-error';

const DISK_FULL = errorSpec({
  code: 'disk_full',
  status: 507,
  meaning: 'The free disk space is below `limits.min_free_bytes`, or ran out.',
});

export class DiskFull extends AppError {
  constructor(cause?: unknown) {
    super(
      DISK_FULL,
      'There is not enough free disk space to keep this. Delete media, or ask the operator for room.',
      { cause },
    );
  }
}

/** How the system, SQLite and PostgreSQL say that nothing more fits: on the disk, or of what a user or a file may take. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100']);

/** What a failed write is to a caller: `DiskFull` where that is the reason, itself otherwise. */
export function asDiskError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.has(code) ? new DiskFull(error) : error;
}
