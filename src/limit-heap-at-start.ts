import { setFlagsFromString } from 'node:v8';

/**
 * Import this before everything else. While modules load, nearly all objects survive garbage collection, so V8 would
 * let the young generation of the heap grow to 32 MB, and an idle process never gives that memory back.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/** Restores V8's default growth factor once everything is loaded. */
export function restoreHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
