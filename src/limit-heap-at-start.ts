import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Import this before everything else. While modules load, nearly all objects survive garbage collection, so V8 would
 * let the young generation of the heap grow to 32 MB, and an idle process never gives that memory back.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/**
 * At most as much garbage as live objects, in percent. On machines with much memory, V8 would let the heap of a busy
 * process grow to four times its live objects, which is how much the process then keeps.
 */
setFlagsFromString('--heap-growing-percent=100');

/**
 * For requests: V8's default growth of the young generation, and at most half as much garbage as live objects. During the start
 * that would mean many more collections; afterwards few objects reach the old generation.
 */
export function limitHeapForRequests(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=50');
}

/** V8's default: code unused for so many collections is dropped. Compiled code is refused under another one than it was made with. */
const BYTECODE_OLD_AGE = Number.parseInt(process.versions.node, 10) < 22 ? 5 : 6;

/**
 * Gives back the memory that only the start needed, the compiled code that has run once among it. Blocks for some 70 ms, so
 * call it before there are requests. V8 would do it step by step, after ten seconds without work.
 */
export function compactHeap(): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--bytecode-old-age=0');
  setFlagsFromString('--compact-on-every-full-gc');
  collectGarbage();
  setFlagsFromString('--no-compact-on-every-full-gc');
  setFlagsFromString(`--bytecode-old-age=${BYTECODE_OLD_AGE}`);
}
