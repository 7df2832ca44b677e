import { setPriority } from 'node:os';

/**
 * Lowers the priority of a child process, if it still runs and the system allows it. On Linux, threads that it has started
 * already keep theirs.
 * @param priority of `os.constants.priority`
 */
export function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    // The child works with the priority of this process.
  }
}
