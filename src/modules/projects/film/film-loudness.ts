/** The loudness that films get: that of the large streaming services. */
export const TARGET_LUFS = -16;
/** The highest true peak, so that lossy encoders don't clip. */
const MAX_PEAK_DB = -1.5;
/** Quieter sound is left unchanged: it is noise. */
const SILENCE_LUFS = -60;
/** Allowed distance from the target. */
const TOLERANCE_LU = 0.2;

/** As measured over a whole recording (EBU R 128). */
export interface Loudness {
  /** Integrated, in LUFS. */
  readonly integrated: number;
  /** True peak, in decibels of full scale. */
  readonly peak: number;
}

/** How the loudness of a recording is changed. */
export interface Levelling {
  /** In decibels. */
  readonly gain: number;
  /** Whether peaks have to be limited. */
  readonly isLimited: boolean;
}

/**
 * Measures the loudness of a sound: ffmpeg writes the figures to standard error, read by {@link loudnessOf}. The figures of
 * `loudnorm` are wrong for sounds of a few seconds: it counts their last three seconds twice.
 */
export const MEASURE = 'ebur128=peak=true:framelog=verbose';

/** Makes ffmpeg prefix each message with its level, and messages of filters with the filter's name. */
export const WITH_FIGURES: readonly string[] = ['-v', 'level+info', '-nostats'];

/**
 * Reads the figures of {@link MEASURE}, the last where there are several: ffmpeg sets up a filter graph of its inputs twice,
 * and the filter reports on each. `null` for digital silence, and where there are none.
 */
export function loudnessOf(output: string): Loudness | null {
  const log = output.slice(output.lastIndexOf('Integrated loudness:'));
  const integrated = figure(log, /Integrated loudness:\s+I:\s+(\S+) LUFS/);
  const peak = figure(log, /True peak:\s+Peak:\s+(\S+) dBFS/);
  return Number.isFinite(integrated) && Number.isFinite(peak) ? { integrated, peak } : null;
}

/** How a sound gets the target loudness; `null` for silence. */
export function levellingFor(loudness: Loudness | null): Levelling | null {
  if (!loudness || loudness.integrated < SILENCE_LUFS) return null;
  const gain = TARGET_LUFS - loudness.integrated;
  return { gain, isLimited: loudness.peak + gain > MAX_PEAK_DB };
}

/** A gain that was tried on limited sound, and the loudness that it gave, in LUFS. */
export interface GainAttempt {
  readonly gain: number;
  readonly integrated: number;
}

/** Maximum gain in decibels for each further decibel of limited sound. */
const MAX_GAIN_PER_DECIBEL = 6;

/**
 * The gain to try next on limited sound, which gets louder by less than its gain. The last two attempts show by how much.
 * `null` when the last attempt is near enough.
 * @param attempts in order, at least one
 */
export function nextGain(attempts: readonly GainAttempt[]): number | null {
  const [last, before] = attempts.toReversed();
  if (!last) return null;
  const missing = TARGET_LUFS - last.integrated;
  if (Math.abs(missing) <= TOLERANCE_LU) return null;
  const measured = before ? (last.gain - before.gain) / (last.integrated - before.integrated) : 1;
  const perDecibel = Number.isFinite(measured) ? measured : MAX_GAIN_PER_DECIBEL;
  return last.gain + missing * Math.min(MAX_GAIN_PER_DECIBEL, Math.max(1, perDecibel));
}

/** The ffmpeg filters that level a sound. They limit peaks at four times the sample rate: true peaks lie between samples. */
export function levellingFilters(levelling: Levelling | null, sampleRate: number): string {
  if (!levelling) return 'anull';
  const volume = `volume=${levelling.gain.toFixed(2)}dB:precision=float`;
  if (!levelling.isLimited) return volume;
  const limit = (10 ** (MAX_PEAK_DB / 20)).toFixed(4);
  const limiter = `alimiter=limit=${limit}:level=false:attack=5:release=50`;
  return `${volume},aresample=${4 * sampleRate},${limiter},aresample=${sampleRate}`;
}

const figure = (log: string, pattern: RegExp): number =>
  Number(pattern.exec(log)?.[1] ?? Number.NaN);
