import { join } from 'node:path';
import type { AppConfig } from '../../platform/config/app-config';
import { SqliteLock } from '../../platform/database/sqlite-lock.store';

/** A sentence about the server that uses the data folder; `null` if none does. */
export async function runningServer({ data_dir }: AppConfig): Promise<string | null> {
  const holder = await SqliteLock.holder(join(data_dir, 'server'));
  if (holder === null) return null;
  const { pid, started_at: start } = holder;
  return pid === undefined ? 'A server is running.' : `Process ${pid} is running since ${start}.`;
}
