import { setFlagsFromString } from 'node:v8';

/**
 * While a program is loaded nearly everything survives a collection. V8 takes that for a need, lets the young
 * generation grow to 32 MB and doesn't give them back to an idle process. So it may not grow meanwhile: import this
 * before everything else.
 */
setFlagsFromString('--semi-space-growth-factor=1');

/** From here on it grows as the work wants it, by V8's own default. */
export function growWithWork(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
