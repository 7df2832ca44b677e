import { setFlagsFromString } from 'node:v8';

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

/** Restores V8's default growth factor of the young generation, for requests. */
export function restoreHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
