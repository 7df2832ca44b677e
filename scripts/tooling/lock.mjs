import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 100;
/** Commands that find everything built hold the lock for a moment only, which is not worth a message. */
const SILENT_POLLS = 10;
/** Longer than an install on a slow network. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Does work that one process may do at a time; others wait. The lock is a folder with one file, named after the process
 * that holds it. It is put in place by a rename, which fails while there is a folder that isn't empty. After `maxWaitMs`
 * the work begins nevertheless: the id of a process that was killed may belong to another one now, which never ends.
 */
export async function withLock(folder, work, maxWaitMs = MAX_WAIT_MS) {
  const end = performance.now() + maxWaitMs;
  for (let poll = 0; !take(folder); poll += 1) {
    if (performance.now() > end) {
      discard(folder);
      break;
    }
    if (poll === SILENT_POLLS)
      process.stderr.write(
        `Waiting for process ${holders(folder)}, which has ${folder}. If it is not a command of Kinora, delete that folder.\n`,
      );
    await setTimeout(POLL_MS);
  }
  try {
    return await work();
  } finally {
    free(folder, process.pid);
  }
}

function take(folder) {
  const own = `${folder}.${process.pid}`;
  try {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, `${process.pid}`), '');
  } catch {
    return true; // where nothing can be written, nothing is built
  }
  try {
    renameSync(own, folder);
    return true;
  } catch {
    rmSync(own, { recursive: true });
    for (const pid of holders(folder)) if (!isRunning(pid)) free(folder, pid);
    return false;
  }
}

function free(folder, pid) {
  try {
    rmSync(join(folder, `${pid}`), { force: true });
    rmdirSync(folder);
  } catch {
    // The next process has taken it, or nothing can be written here.
  }
}

function discard(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It belongs to another user.
  }
}

function holders(folder) {
  try {
    return readdirSync(folder).map(Number);
  } catch {
    return [];
  }
}

/** This process doesn't hold what it waits for: its id was that of a process which has ended. */
function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
