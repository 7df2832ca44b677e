import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '../config/child-environment';
import { UserError } from '../errors/user-error';
import type { DatabaseUrl } from './data-source-options';
import { isMissing } from '../missing-file';

/** Characters of an error message of PostgreSQL's programs that are shown. */
const MAX_MESSAGE = 2_000;

/** Writes a dump of the state that `snapshot` names (`pg_export_snapshot()`) to a new file. */
export async function dumpPostgres(
  url: DatabaseUrl,
  snapshot: string,
  file: string,
): Promise<void> {
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  await runTool('pg_dump', [...args, `--file=${file}`], url);
}

/** Loads a dump into an empty database: all of it or, when it fails or is killed, nothing. */
export async function loadPostgres(url: DatabaseUrl, file: string): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await runTool('pg_restore', [...args, file], url);
}

/** @throws UserError if the program is missing or fails */
async function runTool(program: string, args: readonly string[], url: DatabaseUrl): Promise<void> {
  const { address, password } = withoutPassword(url);
  // A command line is visible to every user of the machine, an environment isn't.
  const child = spawn(program, [`--dbname=${address}`, ...args], {
    env: childEnvironment(password === '' ? {} : { PGPASSWORD: password }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [[code], message] = await Promise.all([closed, text(child.stderr)]).catch(
    (error: unknown) => {
      if (!isMissing(error)) throw error;
      throw new UserError(
        `${program} is not installed. It comes with PostgreSQL's client programs (Debian: apt-get install ` +
          'postgresql-client), of the server’s version or a newer one.',
      );
    },
  );
  if (code !== 0) throw new UserError(`${program} failed: ${message.trim().slice(0, MAX_MESSAGE)}`);
}

/** The address without the password, which stands before the host or, with precedence, among the parameters. */
export function withoutPassword(url: DatabaseUrl): { address: string; password: string } {
  const address = new URL(url);
  const parameter = address.searchParams.getAll('password').at(-1);
  const password = parameter ?? decodeURIComponent(address.password);
  address.password = '';
  if (parameter !== undefined) {
    address.searchParams.delete('password');
    // PostgreSQL's programs don't read `+` as a space.
    address.search = address.searchParams.toString().replaceAll('+', '%20');
  }
  return { address: address.href, password };
}
