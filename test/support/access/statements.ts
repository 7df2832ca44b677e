import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource, Logger } from 'typeorm';
import { ReadSource } from '../../../src/platform/database/read-source';
import { requestContext } from '../../../src/platform/http/request-context';
import type { TestKinora } from '../kinora';

/**
 * How many jobs wait and run, whosever they are: counted once for everybody until a job changes, by whoever asks first.
 * It says nothing of what that request asked for.
 */
const COUNTED_FOR_ALL = /COUNT\(\*\) AS "?count"?[\s\S]*FROM "?jobs"?[\s\S]*GROUP BY/;

/** Hears which statements each request sends to the database on its own account, by its X-Request-Id. */
export class StatementListener {
  private readonly heard = new Map<string, string[]>();

  static on({ app }: TestKinora): StatementListener {
    const listener = new StatementListener();
    const reading = app.get(ReadSource, { strict: false }).manager.connection;
    const writing = app.get<DataSource>(getDataSourceToken(), { strict: false });
    for (const source of [reading, writing]) source.logger = listener.logger();
    return listener;
  }

  of(requestId: string): readonly string[] {
    return this.heard.get(requestId) ?? [];
  }

  private logger(): Logger {
    const silent = (): void => undefined;
    return {
      logQuery: (sql) => {
        if (COUNTED_FOR_ALL.test(sql)) return;
        const id = requestContext.getStore()?.requestId ?? '';
        this.heard.set(id, [...this.of(id), sql]);
      },
      ...{ logQueryError: silent, logQuerySlow: silent, logSchemaBuild: silent },
      ...{ logMigration: silent, log: silent },
    };
  }
}
