/** After `npm ci` or `npm install` by hand: sqlite3 without its own install script. */
import { ensureSqlite } from './tooling/sqlite.mjs';

try {
  await ensureSqlite();
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
