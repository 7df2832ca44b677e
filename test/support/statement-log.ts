import type { INestApplication } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource, Logger } from 'typeorm';
import { READ_DATA_SOURCE } from '../../src/platform/database/read-connection';
import { requestContext } from '../../src/platform/http/request-context';

/** Records the SQL statements of each request to a service. */
export class StatementLog {
  private readonly byRequest = new Map<string, string[]>();

  /** Starts recording on both data sources. */
  static of(app: INestApplication): StatementLog {
    const statements = new StatementLog();
    for (const token of [getDataSourceToken(), getDataSourceToken(READ_DATA_SOURCE)]) {
      const source = app.get<DataSource>(token, { strict: false });
      Object.assign(source, { logger: statements.logger() });
    }
    return statements;
  }

  /** In order; a request is identified by the `X-Request-Id` that it was sent with. */
  sentBy(requestId: string): readonly string[] {
    return this.byRequest.get(requestId) ?? [];
  }

  private logger(): Logger {
    const silent = (): void => undefined;
    return {
      logQuery: (sql) => this.note(sql),
      logQueryError: silent,
      logQuerySlow: silent,
      logSchemaBuild: silent,
      logMigration: silent,
      log: silent,
    };
  }

  private note(sql: string): void {
    const id = requestContext.getStore()?.requestId;
    if (id === undefined) return;
    const sent = this.byRequest.get(id);
    if (sent) sent.push(sql);
    else this.byRequest.set(id, [sql]);
  }
}
