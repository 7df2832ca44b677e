import type { INestApplication } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource, Logger } from 'typeorm';
import { READ } from '../../src/platform/database/type-orm-read-source';
import { requestContext } from '../../src/platform/http/request-context';

/** Which statements each request of a service has sent to the database, whatever else goes on. */
export class StatementLog {
  private readonly byRequest = new Map<string, string[]>();

  /** Listens to both data sources from now on. */
  static of(app: INestApplication): StatementLog {
    const statements = new StatementLog();
    for (const token of [getDataSourceToken(), getDataSourceToken(READ)]) {
      const source = app.get<DataSource>(token, { strict: false });
      Object.assign(source, { logger: statements.logger() });
    }
    return statements;
  }

  /** In order; a request is known by the `X-Request-Id` that it was sent with. */
  sentBy(requestId: string): readonly string[] {
    return this.byRequest.get(requestId) ?? [];
  }

  private logger(): Logger {
    const silent = (): void => undefined;
    return {
      logQuery: (sql) => this.note(sql),
      ...{ logQueryError: silent, logQuerySlow: silent, logSchemaBuild: silent },
      ...{ logMigration: silent, log: silent },
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
