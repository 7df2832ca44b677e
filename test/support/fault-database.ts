import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { type PostgresServer, startPostgres } from './postgres';

/** The databases of kill tests: SQLite in `npm test`, both in `npm run test:faults`. */
export const FAULT_DATABASES =
  process.env['KINORA_FAULTS'] === 'full' ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

/** The database of a service in a process of its own. */
export class FaultDatabase {
  private constructor(
    private readonly folder: string,
    private readonly postgres: { readonly server: PostgresServer; readonly url: string } | null,
  ) {}

  /**
   * @param name one of {@link FAULT_DATABASES}
   * @param folder of the service
   */
  static async start(name: string, folder: string): Promise<FaultDatabase> {
    if (name === 'SQLite') return new FaultDatabase(folder, null);
    const server = await startPostgres();
    return new FaultDatabase(folder, { server, url: server.createDatabase('kills') });
  }

  /** Environment of the service. */
  get variables(): Record<string, string> {
    return this.postgres ? { KINORA_DATABASE_URL: this.postgres.url } : {};
  }

  /** To open it beside the service. */
  get options(): DataSourceOptions {
    return this.postgres
      ? { type: 'postgres', url: this.postgres.url }
      : { type: 'sqlite', database: join(this.folder, 'data', 'kinora.sqlite') };
  }

  async stop(): Promise<void> {
    await this.postgres?.server.stop();
  }
}
