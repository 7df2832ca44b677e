/**
 * One of many processes that want the same lock: takes it `turns` times and looks whether it was alone. With "die" it
 * is killed while it holds the lock.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../scripts/workshop/lock.mjs';

const [lock, file, turns, end] = process.argv.slice(2);

for (let turn = 0; turn < Number(turns); turn += 1) {
  await withLock(lock, async () => {
    writeFileSync(file, `${process.pid}`);
    await sleep(3);
    if (readFileSync(file, 'utf8') !== `${process.pid}`) process.exit(9);
    if (end === 'die' && turn === Number(turns) - 1) process.kill(process.pid, 'SIGKILL');
  });
}
