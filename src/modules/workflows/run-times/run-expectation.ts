import { readRunClass, type RunClass } from '../public/run-class';

/** What runs of one class took. */
export interface ClassTime {
  readonly runClass: string;
  readonly seconds: number;
}

/**
 * Seconds for a run of a class that wasn't measured, from the nearest one of the same graph; `null` where none can be
 * compared. Of two that are equally near, the larger one. Pure.
 *
 * From a smaller class the time grows with the work: steps and pixels cost at least in proportion. From a larger one it
 * stays as it is, because what doesn't shrink with the work (loading, encoding, decoding) isn't known.
 */
export function expectedFromNearest(
  wanted: RunClass,
  measured: readonly ClassTime[],
): number | null {
  const [nearest] = measured
    .flatMap(({ runClass, seconds }) => {
      const octaves = octavesTo(wanted, readRunClass(runClass));
      return octaves === null ? [] : [{ ...octaves, seconds }];
    })
    .toSorted((a, b) => a.apart - b.apart || a.more - b.more);
  return nearest ? nearest.seconds * 2 ** Math.max(0, nearest.more) : null;
}

/** How many octaves more the wanted work is than the measured, and how far apart the two are in all. */
function octavesTo(
  wanted: RunClass,
  measured: RunClass | null,
): { readonly more: number; readonly apart: number } | null {
  if (measured?.graph !== wanted.graph) return null;
  const size = difference(wanted.size, measured.size);
  const steps = difference(wanted.steps, measured.steps);
  if (size === null || steps === null) return null;
  return { more: size + steps, apart: Math.abs(size) + Math.abs(steps) };
}

function difference(wanted: number | null, measured: number | null): number | null {
  if (wanted === null || measured === null) return wanted === measured ? 0 : null;
  return wanted - measured;
}
