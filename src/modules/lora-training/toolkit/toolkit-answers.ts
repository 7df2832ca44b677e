import { isRecord } from '../../../platform/json';

/** Folders of the toolkit, absolute on its own host. */
export interface ToolkitFolders {
  readonly training: string;
  readonly datasets: string;
}

/** The statuses that the toolkit stores. */
const STATUSES = ['stopped', 'queued', 'running', 'stopping', 'completed', 'error'] as const;
export type ToolkitStatus = (typeof STATUSES)[number];

export interface ToolkitJob {
  readonly id: string;
  readonly name: string;
  readonly status: ToolkitStatus;
  readonly step: number;
  readonly info: string;
  /** `1.23 iter/sec`; empty before the first step. */
  readonly speed: string;
  readonly pid: number | null;
}

/** A point of the loss curve. */
export interface LossPoint {
  readonly step: number;
  readonly value: number;
}

/** An answer without the fields that the toolkit sends. */
export class UnexpectedAnswer extends Error {}

/** Reads the folders only, because the answer also has the toolkit's Hugging Face token. @throws UnexpectedAnswer */
export function readFolders(answer: unknown): ToolkitFolders {
  if (isRecord(answer)) {
    const { TRAINING_FOLDER: training, DATASETS_FOLDER: datasets } = answer;
    if (isFolder(training) && isFolder(datasets)) return { training, datasets };
  }
  throw new UnexpectedAnswer('its settings have no folders');
}

/** Its last segment is looked up in our training root, which `..` would lead out of. */
function isFolder(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('\0')) return false;
  const segments = value.split(/[\\/]/).filter(Boolean);
  return segments.length > 0 && !segments.some((one) => one === '.' || one === '..');
}

/** @throws UnexpectedAnswer */
export function readJob(answer: unknown): ToolkitJob {
  if (!isRecord(answer)) throw new UnexpectedAnswer('it is not a job');
  if ('jobs' in answer)
    throw new UnexpectedAnswer(
      'it lists all jobs instead of one: this version of the toolkit is too old',
    );
  const { id, name, status, step, info, speed_string, pid } = answer;
  const known = STATUSES.find((one) => one === status);
  if (typeof id !== 'string' || typeof name !== 'string' || known === undefined)
    throw new UnexpectedAnswer('it is not a job with id, name and status');
  const steps = step ?? 0;
  if (!Number.isSafeInteger(steps)) throw new UnexpectedAnswer('its step is not a whole number');
  return {
    id: storable(id),
    name,
    status: known,
    step: Math.max(0, steps as number),
    info: textOr(info),
    speed: textOr(speed_string),
    pid: typeof pid === 'number' ? pid : null,
  };
}

/** Characters of a message. */
const MAX_TEXT = 2000;

const textOr = (value: unknown): string => (typeof value === 'string' ? storable(value) : '');

/** A text of limited length, without the characters that no database stores. */
export const storable = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replaceAll('\0', '\ufffd')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/** @throws UnexpectedAnswer */
export function readImages(answer: unknown): readonly string[] {
  const images = isRecord(answer) ? answer['images'] : undefined;
  if (!Array.isArray(images)) throw new UnexpectedAnswer('it is not a list of pictures');
  return images.filter((image) => typeof image === 'string');
}

/** Points without a number (the loss may be NaN) are left out. @throws UnexpectedAnswer */
export function readLoss(answer: unknown): readonly LossPoint[] {
  const points = isRecord(answer) ? answer['points'] : undefined;
  if (!Array.isArray(points)) throw new UnexpectedAnswer('it is not a list of losses');
  return points.flatMap((point: unknown) => {
    if (!isRecord(point)) return [];
    const { step, value } = point;
    return typeof step === 'number' && typeof value === 'number' ? [{ step, value }] : [];
  });
}
