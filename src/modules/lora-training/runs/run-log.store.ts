import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { realFolder } from './training-folder.store';
import { openFile, readAt } from './weights-file.store';
import { trainingRoot } from '../training-root.store';

const MAX_LOG_BYTES = 64 * 1024;

export interface LogPart {
  readonly log: string;
  /** Where the next part begins, in bytes. */
  readonly offset: number;
  /** Whether the part doesn't continue the one before: no offset was sent, or the file was replaced. */
  readonly reset: boolean;
}

/** Logs of runs. */
@Injectable()
export class RunLogStore {
  constructor(private readonly config: ConfigService) {}

  /**
   * At most 64 KiB from `offset`, or the end of the log without one. The rest of a line that begins before is left out: paths
   * are recognised, and hidden from callers, by their beginning.
   */
  async log(folder: string, offset: number | undefined): Promise<LogPart> {
    const real = await realFolder(trainingRoot(this.config), folder);
    const handle = real === null ? null : await openFile(join(real, 'log.txt'));
    if (!handle) return { log: '', offset: 0, reset: true };
    try {
      const { size } = await handle.stat();
      const reset = offset === undefined || offset > size;
      const from = reset ? Math.max(0, size - MAX_LOG_BYTES) : offset;
      const before = await readAt(handle, from - 1, from === 0 ? 0 : 1);
      const part = await readAt(handle, from, Math.min(MAX_LOG_BYTES, size - from));
      const skipped = before.every(isLineEnd) ? 0 : part.findIndex(isLineEnd) + 1 || part.length;
      const lines = wholeLines(part.subarray(skipped));
      return { log: lines.toString('utf8'), offset: from + skipped + lines.length, reset };
    } finally {
      await handle.close();
    }
  }
}

const NEW_LINE = 10;
const CARRIAGE_RETURN = 13;

const isLineEnd = (byte: number): boolean => byte === NEW_LINE || byte === CARRIAGE_RETURN;

/** Leaves out an incomplete last line, which could end within a character. Progress bars end in a carriage return. */
function wholeLines(part: Buffer): Buffer {
  const end = Math.max(part.lastIndexOf(NEW_LINE), part.lastIndexOf(CARRIAGE_RETURN));
  return end < 0 ? part : part.subarray(0, end + 1);
}
