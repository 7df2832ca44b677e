import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A piece of SQL and the values that its `:names` stand for. */
export interface Condition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * The full-text index of assets. It takes words of `searchWords`; every word of a query must be the beginning of an
 * indexed word.
 */
export abstract class MediaSearchRepository {
  /** A condition on a column that holds paths. `words` isn't empty. */
  abstract matching(column: string, words: readonly string[]): Condition;

  async add(tx: EntityManager, path: string, words: readonly string[]): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into('media_documents', ['path', 'words'])
      .values({ path, words: words.join(' ') })
      .updateEntity(false)
      .execute();
  }

  async remove(tx: EntityManager, path: string): Promise<void> {
    await tx
      .createQueryBuilder()
      .delete()
      .from('media_documents')
      .where('path = :path', { path })
      .execute();
  }
}

/** SQLite: FTS5. */
@Injectable()
export class SqliteMediaSearchRepository extends MediaSearchRepository {
  matching(column: string, words: readonly string[]): Condition {
    return {
      sql:
        `${column} IN (SELECT document.path FROM media_words found ` +
        'JOIN media_documents document ON document.id = found.rowid WHERE media_words MATCH :words)',
      parameters: { words: words.map((word) => `"${word}"*`).join(' ') },
    };
  }
}

/** PostgreSQL: a tsvector under a GIN index. */
@Injectable()
export class PostgresMediaSearchRepository extends MediaSearchRepository {
  matching(column: string, words: readonly string[]): Condition {
    return {
      sql: `${column} IN (SELECT path FROM media_documents WHERE vector @@ to_tsquery('simple', :words))`,
      parameters: { words: words.map((word) => `'${word}':*`).join(' & ') },
    };
  }
}
