import { type FileHandle, open } from 'node:fs/promises';
import { isRecord, parseShallow } from '../../../platform/json';
import { READ_FLAGS } from '../training-root.store';

/** Larger than the header of any LoRA. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
/** The header, a tensor and its shape. A deeper header is invalid and might exhaust memory. */
const MAX_DEPTH = 3;
const LENGTH_BYTES = 8;

/** The header of a safetensors file: its tensors by name, and `__metadata__`. */
export type WeightsHeader = Readonly<Record<string, unknown>>;

/** A complete safetensors file. */
export interface Weights {
  readonly header: WeightsHeader;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** `null` for a file that is incomplete, missing, a symbolic link, or without weights. */
export async function readWeights(path: string): Promise<Weights | null> {
  const handle = await openFile(path);
  if (!handle) return null;
  try {
    const { size, mtimeMs } = await handle.stat();
    const read = await readHeader(handle);
    if (!read || LENGTH_BYTES + read.length + dataBytes(read.header) !== size) return null;
    return { header: read.header, size, modifiedAt: mtimeMs };
  } finally {
    await handle.close();
  }
}

/** The training step that the trainer wrote into the header; `null` if it has none. */
export function trainedSteps(header: WeightsHeader): number | null {
  const metadata = header['__metadata__'];
  const info = isRecord(metadata) ? metadata['training_info'] : undefined;
  const training = typeof info === 'string' ? parseShallow(info, MAX_DEPTH) : null;
  const step = isRecord(training) ? training['step'] : undefined;
  return Number.isSafeInteger(step) ? (step as number) : null;
}

/** Opens a file for reading; `null` for a missing file and for a symbolic link. */
export const openFile = (path: string): Promise<FileHandle | null> =>
  open(path, READ_FLAGS).catch(() => null);

export async function readAt(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

interface ReadHeader {
  readonly length: number;
  readonly header: WeightsHeader;
}

async function readHeader(handle: FileHandle): Promise<ReadHeader | null> {
  const start = await readAt(handle, 0, LENGTH_BYTES);
  const length = start.length === LENGTH_BYTES ? Number(start.readBigUInt64LE()) : 0;
  if (length === 0 || length > MAX_HEADER_BYTES) return null;
  const json = (await readAt(handle, LENGTH_BYTES, length)).toString('utf8');
  const header = parseShallow(json, MAX_DEPTH);
  return isRecord(header) ? { length, header } : null;
}

/** The size of the tensors, which follow the header without gaps. */
function dataBytes(header: WeightsHeader): number {
  let end = 0;
  for (const tensor of Object.values(header)) {
    const offsets = isRecord(tensor) ? tensor['data_offsets'] : undefined;
    const last: unknown = Array.isArray(offsets) ? offsets[1] : undefined;
    if (typeof last === 'number') end = Math.max(end, last);
  }
  return end;
}
