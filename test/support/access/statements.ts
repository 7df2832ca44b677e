import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource, Logger } from 'typeorm';
import { ReadConnection } from '../../../src/platform/database/read-connection';
import { requestContext } from '../../../src/platform/http/request-context';
import type { TestKinora } from '../kinora';

/**
 * Statements that are left out, because they depend on earlier requests: the count of all queued and running jobs, which is
 * cached until a job changes, and the switch between commits with and without a flush.
 */
const IGNORED = [
  /COUNT\(\*\) AS "?count"?[\s\S]*FROM "?jobs"?[\s\S]*GROUP BY/,
  /^PRAGMA synchronous = /,
];

/**
 * Records the SQL statements of each request by its X-Request-Id, to prove that a request for a resource of another owner
 * does the same work as one for a missing resource.
 */
export class StatementRecorder {
  private readonly statements = new Map<string, string[]>();

  static on({ app }: TestKinora): StatementRecorder {
    const recorder = new StatementRecorder();
    const reading = app.get(ReadConnection, { strict: false }).manager.connection;
    const writing = app.get<DataSource>(getDataSourceToken(), { strict: false });
    for (const source of [reading, writing]) source.logger = recorder.logger();
    return recorder;
  }

  of(requestId: string): readonly string[] {
    return this.statements.get(requestId) ?? [];
  }

  private logger(): Logger {
    const silent = (): void => undefined;
    return {
      logQuery: (sql) => {
        const id = requestContext.getStore()?.requestId;
        if (id === undefined || IGNORED.some((ignored) => ignored.test(sql))) return;
        const sent = this.statements.get(id);
        if (sent) sent.push(sql);
        else this.statements.set(id, [sql]);
      },
      logQueryError: silent,
      logQuerySlow: silent,
      logSchemaBuild: silent,
      logMigration: silent,
      log: silent,
    };
  }
}
