import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

const CHECK_INTERVAL_MS = 25;
/** Longer than any `status` file. Reused: `readFileSync` allocates 64 kB for each file of unknown size. */
const STATUS = Buffer.alloc(16 * 1024);

/** Resident memory of a process in bytes. `null`: it has ended, or this isn't Linux, where nothing else is asked. */
export const residentBytes = (pid: number): number | null =>
  memoryOf(`${pid}`, /^VmRSS:\s+(\d+) kB$/m);

/**
 * The most resident memory that this process has held, in bytes. Not `resourceUsage().maxRSS` on Linux, because a child
 * process begins with that of its parent.
 */
export const peakResidentBytes = (): number =>
  memoryOf('self', /^VmHWM:\s+(\d+) kB$/m) ?? process.resourceUsage().maxRSS * 1024;

function memoryOf(process: string, line: RegExp): number | null {
  try {
    const kilobytes = line.exec(readStatus(process));
    return kilobytes ? Number(kilobytes[1]) * 1024 : null;
  } catch {
    return null;
  }
}

function readStatus(process: string): string {
  const file = openSync(`/proc/${process}/status`, 'r');
  try {
    return STATUS.toString('latin1', 0, readSync(file, STATUS));
  } finally {
    closeSync(file);
  }
}

/** Calls `onExcess` when a process holds more memory. The returned function ends the watch. Linux only. */
export function watchMemory(pid: number, maxBytes: number, onExcess: () => void): () => void {
  const timer = setInterval(() => {
    if ((residentBytes(pid) ?? 0) > maxBytes) onExcess();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Has Linux end this process before any other when memory runs out. */
export function endFirstWithoutMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Another system, or a container that forbids it: the memory limit still holds.
  }
}
