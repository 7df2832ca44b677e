import { createRequire } from 'node:module';
import type { Client, ClientConfig } from 'pg';
import { ConnectionFailed } from './database-problems';

/** How long a connection may take to open. Milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The driver's client for a pool: its failures to connect are `ConnectionFailed`, and it doesn't wait minutes for a host that
 * never answers. The pool's own time limit would also fail requests that wait for a connection in use.
 */
export function postgresClient(timeoutMs = CONNECT_TIMEOUT_MS): typeof Client {
  // Loaded on demand, so that installs with SQLite start faster.
  const driver = createRequire(__filename)('pg') as { readonly Client: typeof Client };
  return class extends driver.Client {
    constructor(config: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: timeoutMs });
    }

    override connect(): Promise<Client>;
    override connect(callback: (error?: Error) => void): void;
    override connect(callback?: (error?: Error) => void): Promise<Client> | undefined {
      if (!callback) return super.connect();
      super.connect((error?: Error) => callback(error && new ConnectionFailed(error)));
      return undefined;
    }
  };
}
