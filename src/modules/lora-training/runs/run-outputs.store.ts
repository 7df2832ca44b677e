import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { isRecord } from '../../../platform/json';
import { TrainingNotConfigured } from '../training.errors';
import {
  readSampleName,
  readWeightsName,
  type SampleName,
  type WeightsFile,
  type WeightsName,
} from './output-names';

/** Far more than the header of any LoRA. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
const LENGTH_BYTES = 8;
const MAX_LOG_BYTES = 64 * 1024;

/** A part of a log. */
export interface LogPart {
  readonly log: string;
  /** Where the next part begins, in bytes. */
  readonly offset: number;
  /** The part isn't the continuation that was asked for: the file has been replaced, or no offset was given. */
  readonly reset: boolean;
}

/** What the toolkit writes into the folder of a run. Folders are relative to the training root; a missing one is empty. */
@Injectable()
export class RunOutputsStore {
  constructor(private readonly config: ConfigService) {}

  /** Complete files of weights: the toolkit writes them in place, so that half of one can be seen. */
  async weights(folder: string, jobName: string): Promise<readonly WeightsFile[]> {
    const directory = this.locate(folder);
    const files: WeightsFile[] = [];
    for (const file of await namesIn(directory)) {
      const name = readWeightsName(jobName, file);
      const read = name && (await readWeights(join(directory, file), file, name));
      if (read) files.push(read);
    }
    return files;
  }

  /** By step, then by prompt. */
  async samples(folder: string): Promise<readonly (SampleName & { readonly file: string })[]> {
    const names = await namesIn(join(this.locate(folder), 'samples'));
    return names
      .flatMap((file) => {
        const name = readSampleName(file);
        return name ? [{ ...name, file }] : [];
      })
      .sort((a, b) => a.step - b.step || a.index - b.index || a.at - b.at);
  }

  /** At most 64 KiB from `offset`, or the end of the log without one. */
  async log(folder: string, offset: number | undefined): Promise<LogPart> {
    const handle = await openFile(join(this.locate(folder), 'log.txt'));
    if (!handle) return { log: '', offset: 0, reset: true };
    try {
      const { size } = await handle.stat();
      const reset = offset === undefined || offset > size;
      const from = reset ? Math.max(0, size - MAX_LOG_BYTES) : offset;
      const part = wholeLines(await readAt(handle, from, Math.min(MAX_LOG_BYTES, size - from)));
      return { log: part.toString('utf8'), offset: from + part.length, reset };
    } finally {
      await handle.close();
    }
  }

  private locate(folder: string): string {
    const { root } = this.config.current().training;
    if (root === null) throw new TrainingNotConfigured();
    return join(root, folder);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const openFile = (path: string): Promise<FileHandle | null> => open(path, 'r').catch(() => null);

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const NEW_LINE = 10;
const CARRIAGE_RETURN = 13;

/** Without a line that isn't complete, which could end within a character; progress bars end in a carriage return. */
function wholeLines(part: Buffer): Buffer {
  const end = Math.max(part.lastIndexOf(NEW_LINE), part.lastIndexOf(CARRIAGE_RETURN));
  return end < 0 ? part : part.subarray(0, end + 1);
}

/** `null` for a file that isn't complete, or no file of weights. */
async function readWeights(
  path: string,
  file: string,
  name: WeightsName,
): Promise<WeightsFile | null> {
  const handle = await openFile(path);
  if (!handle) return null;
  try {
    const { size, mtimeMs } = await handle.stat();
    const header = await readHeader(handle);
    if (!header || LENGTH_BYTES + header.length + dataBytes(header.content) !== size) return null;
    const step = name.step ?? stepOf(header.content);
    return { ...name, file, step, size, modifiedAt: mtimeMs };
  } finally {
    await handle.close();
  }
}

interface Header {
  readonly length: number;
  readonly content: Readonly<Record<string, unknown>>;
}

async function readHeader(handle: FileHandle): Promise<Header | null> {
  const start = await readAt(handle, 0, LENGTH_BYTES);
  const length = start.length === LENGTH_BYTES ? Number(start.readBigUInt64LE()) : 0;
  if (length === 0 || length > MAX_HEADER_BYTES) return null;
  const content = parsed((await readAt(handle, LENGTH_BYTES, length)).toString('utf8'));
  return isRecord(content) ? { length, content } : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The tensors lie behind the header without gaps. */
function dataBytes(header: Header['content']): number {
  let end = 0;
  for (const tensor of Object.values(header)) {
    const offsets = isRecord(tensor) ? tensor['data_offsets'] : undefined;
    const last: unknown = Array.isArray(offsets) ? offsets[1] : undefined;
    if (typeof last === 'number') end = Math.max(end, last);
  }
  return end;
}

function stepOf(header: Header['content']): number | null {
  const metadata = header['__metadata__'];
  const info = isRecord(metadata) ? metadata['training_info'] : undefined;
  const training = typeof info === 'string' ? parsed(info) : null;
  const step = isRecord(training) ? training['step'] : undefined;
  return typeof step === 'number' ? step : null;
}
