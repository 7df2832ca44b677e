import type { EntityManager } from 'typeorm';

/** What a row says about its file. */
export interface LibraryRow {
  readonly path: string;
  readonly size_bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** PostgreSQL answers bigint as text. */
type StoredRow = Omit<LibraryRow, 'size_bytes'> & { readonly size_bytes: number | string };

/** Rows that are read together. */
const ROWS_PER_PAGE = 1_000;

/**
 * What the rows of the catalogue say about their files. Own SQL, because it also reads copies of databases that have no
 * entities registered.
 */
export class LibraryRowsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** All rows in pages, by the index of their key. */
  async *pages(): AsyncGenerator<readonly LibraryRow[]> {
    let after = '';
    for (;;) {
      const page = await this.rows(
        'SELECT path, size_bytes, sha256 FROM media_assets WHERE path > $1 ORDER BY path LIMIT $2',
        [after, ROWS_PER_PAGE],
      );
      if (page.length > 0) yield page;
      const last = page[ROWS_PER_PAGE - 1];
      if (!last) return;
      after = last.path;
    }
  }

  /** Which of at most 1,000 paths have a row. One statement. */
  async existing(paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const places = paths.map((_, index) => `$${index + 1}`).join(', ');
    const rows = await this.manager.query<{ path: string }[]>(
      `SELECT path FROM media_assets WHERE path IN (${places})`,
      [...paths],
    );
    return new Set(rows.map(({ path }) => path));
  }

  private async rows(sql: string, parameters: readonly unknown[]): Promise<LibraryRow[]> {
    const rows = await this.manager.query<StoredRow[]>(sql, [...parameters]);
    return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }));
  }
}
