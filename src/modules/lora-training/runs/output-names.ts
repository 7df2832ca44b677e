import { extname } from 'node:path';

/** What the name of a weights file says. */
export interface WeightsName {
  /** `null` for the last one of a run, whose name has no step. */
  readonly step: number | null;
  /** `null` for a model without separate experts for high and for low noise. */
  readonly expert: 'high' | 'low' | null;
}

const WEIGHTS = /^(?:_(\d{9}))?(?:_(high|low)_noise)?\.safetensors$/;

/** `null` for files that are not checkpoints of this run. */
export function readWeightsName(jobName: string, file: string): WeightsName | null {
  if (!file.startsWith(jobName)) return null;
  const match = WEIGHTS.exec(file.slice(jobName.length));
  if (!match) return null;
  const [, step, expert] = match;
  return {
    step: step === undefined ? null : Number(step),
    expert: expert === 'high' || expert === 'low' ? expert : null,
  };
}

/** The name of a file of weights with this step. */
export function weightsNameAt(
  jobName: string,
  step: number,
  expert: WeightsName['expert'],
): string {
  const ending = expert === null ? '' : `_${expert}_noise`;
  return `${jobName}_${String(step).padStart(9, '0')}${ending}.safetensors`;
}

/** What the name of a sample picture says. */
export interface SampleName {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly step: number;
  /** Index of its prompt, from 0. */
  readonly index: number;
}

const SAMPLE = /^(\d{10,15})__(\d{9})_(\d{1,4})\.(?:jpe?g|png|webp|mp4)$/;

/** `null` for files that are not samples. */
export function readSampleName(file: string): SampleName | null {
  const match = SAMPLE.exec(file);
  return match && { at: Number(match[1]), step: Number(match[2]), index: Number(match[3]) };
}

const JPEG = /\.jpe?g$/;

/** The media type of a picture or clip, by the ending of its name in lower case. */
export function pictureMime(file: string): string {
  if (file.endsWith('.mp4')) return 'video/mp4';
  return JPEG.test(file) ? 'image/jpeg' : `image/${extname(file).slice(1)}`;
}

/** A complete checkpoint file. */
export interface WeightsFile extends WeightsName {
  readonly file: string;
  /** In the training root. */
  readonly folder: string;
  /** From the name or else from the file's header; `null` if neither has it. */
  readonly step: number | null;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** A checkpoint: one file, or the pair for high and for low noise. */
export interface Checkpoint {
  /** The name of its file; of a pair, that for high noise. */
  readonly name: string;
  /** In the training root. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly step: number;
  readonly size: number;
  readonly modifiedAt: number;
}

/** Latest step first. A pair is left out until both of its files are complete. */
export function checkpointsOf(files: readonly WeightsFile[], lastStep: number): Checkpoint[] {
  const single = files.filter(({ expert }) => expert === null).map((file) => [file]);
  const pairs = files
    .filter(({ expert }) => expert === 'high')
    .flatMap((high) => {
      const name = high.file.replace('_high_noise', '_low_noise');
      const low = files.find(({ file }) => file === name);
      return low ? [[high, low]] : [];
    });
  return [...single, ...pairs]
    .map((parts) => toCheckpoint(parts, lastStep))
    .sort((a, b) => b.step - a.step || (a.name < b.name ? -1 : 1));
}

function toCheckpoint(parts: readonly WeightsFile[], lastStep: number): Checkpoint {
  return {
    name: parts[0]?.file ?? '',
    folder: parts[0]?.folder ?? '',
    files: parts.map(({ file }) => file),
    step: parts[0]?.step ?? lastStep,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    modifiedAt: Math.max(...parts.map(({ modifiedAt }) => modifiedAt)),
  };
}
