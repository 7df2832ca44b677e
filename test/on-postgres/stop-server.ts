import { running } from './start-server';

/** Ends the run's PostgreSQL. */
export default async function stopServer(): Promise<void> {
  await running.server?.stop();
}
