import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCRATCH } from './places.mjs';

/**
 * Takes a lock of this clone, unless a living process has it. Returns the function that gives it back; a process that
 * ends gives back all that it has.
 *
 * A lock is a numbered file that says who made it; the highest number counts. A new number is made with link(2), which
 * fails when it exists, and a lock is given back by writing "free" over it. So a number is never used twice, and taking
 * over from a dead process can't take away what a third one has just got (which deleting a stale file can).
 */
export function tryLock(name) {
  const folder = join(SCRATCH, 'locks', name);
  mkdirSync(folder, { recursive: true });
  const mine = tryToTake(folder);
  if (mine === undefined) return undefined;
  return () => put(folder, 'free', (temporary) => renameSync(temporary, join(folder, `${mine}`)));
}

/** Runs `work` while no other process runs work under this name; calls `waiting` once when it has to wait. */
export async function withLock(name, work, waiting = () => undefined) {
  let release = tryLock(name);
  if (!release) waiting();
  while (!release) {
    await sleep(200);
    release = tryLock(name);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

function tryToTake(folder) {
  const top = highest(folder);
  if (top > 0 && isHeld(join(folder, String(top)))) return undefined;
  const mine = top + 1;
  const made = put(folder, identity(process.pid), (temporary) => {
    linkSync(temporary, join(folder, `${mine}`));
  });
  if (!made) return undefined;
  const others = numbers(folder).filter((number) => number !== mine);
  if (others.some((number) => number > mine)) {
    rmSync(join(folder, `${mine}`), { force: true });
    return undefined;
  }
  for (const number of others) rmSync(join(folder, String(number)), { force: true });
  return mine;
}

/** Writes a whole file under a temporary name and lets `place` give it its name; false when the name is taken. */
function put(folder, text, place) {
  const temporary = join(folder, `.${process.pid}`);
  writeFileSync(temporary, text);
  try {
    place(temporary);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

const numbers = (folder) =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const highest = (folder) => Math.max(0, ...numbers(folder));

function isHeld(file) {
  let holder;
  try {
    holder = readFileSync(file, 'utf8');
  } catch {
    return true; // cleared away by a newer holder: look again
  }
  return holder !== 'free' && holder === identity(Number.parseInt(holder, 10));
}

/** Process id and, where the system tells it, its start time: a recycled id isn't the same process, nor is a zombie. */
function identity(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : `${pid} ${rest[18]}`;
  } catch {
    return `${pid}`;
  }
}
