import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

const CHECK_INTERVAL_MS = 25;
/** Longer than any `status` or `stat` file. Reused: `readFileSync` allocates 64 kB for each file of unknown size. */
const CONTENT = Buffer.alloc(16 * 1024);

/** Resident memory of a process in bytes. `null`: it has ended, or this isn't Linux, where nothing else is asked. */
export const residentBytes = (pid: number): number | null =>
  memoryOf(`${pid}`, /^VmRSS:\s+(\d+) kB$/m);

/**
 * The most resident memory that this process has held, in bytes. Not `resourceUsage().maxRSS` on Linux, because a child
 * process begins with that of its parent.
 */
export const peakResidentBytes = (): number =>
  memoryOf('self', /^VmHWM:\s+(\d+) kB$/m) ?? process.resourceUsage().maxRSS * 1024;

/**
 * Processor time of a process in milliseconds, in steps of 10. `null`: it has ended, or this isn't Linux. See proc(5):
 * `utime` and `stime` are the 12th and 13th field after the program's name, in hundredths of a second.
 */
export function processorMs(pid: number): number | null {
  const fields = readProcFile(`${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields ? 10 * (Number(fields[11]) + Number(fields[12])) : null;
}

function memoryOf(process: string, line: RegExp): number | null {
  const kilobytes = line.exec(readProcFile(`${process}/status`) ?? '');
  return kilobytes ? Number(kilobytes[1]) * 1024 : null;
}

function readProcFile(name: string): string | null {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${name}`, 'r');
    return CONTENT.toString('latin1', 0, readSync(file, CONTENT));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
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
