import { fork } from 'node:child_process';
import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { DatasetSlots } from '../datasets/dataset-slots';
import type { EditWork } from './caption-edit-worker';
import type { Caption, CaptionEdit, EditResult } from './edit-captions';

const TIMEOUT_MS = 5000;
/** For a process that doesn't start. Long, because the machine may be busy. */
const START_TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 256;

const TOO_COSTLY: EditResult = {
  field: 'find',
  message: `Send a simpler pattern: this one takes more than ${TIMEOUT_MS / 1000} s, or too much memory, on these captions.`,
};

/** Edits captions in separate processes, so that no pattern can block the service. */
@Injectable()
export class CaptionEditorService {
  constructor(private readonly slots: DatasetSlots) {}

  /**
   * The captions that change, with their new texts.
   * @throws ValidationFailed for an invalid or slow pattern and for captions that get too long; DatasetWorkBusy
   */
  async edit(
    ownerId: string | null,
    captions: readonly Caption[],
    edit: CaptionEdit,
  ): Promise<readonly Caption[]> {
    const result = await this.slots.run(ownerId, () => editInProcess({ captions, edit }));
    if ('changed' in result) return result.changed;
    throw ValidationFailed.at(['body', result.field], result.message);
  }
}

/**
 * Edits captions in a separate process, which is killed if it takes too long or too much memory. Throws when it doesn't
 * start, whatever the edit is.
 */
export async function editInProcess(work: EditWork, timeoutMs = TIMEOUT_MS): Promise<EditResult> {
  const child = fork(require.resolve('./caption-edit-worker'), [], {
    execArgv: [...process.execArgv, `--max-old-space-size=${MAX_HEAP_MB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  try {
    return await new Promise<EditResult>((resolve, reject) => {
      let isReady = false;
      // Its first message says that it is ready. The limit of the edit starts here.
      child.once('message', () => {
        isReady = true;
        clearTimeout(timer);
        timer = setTimeout(() => resolve(TOO_COSTLY), timeoutMs);
        child.once('message', (result) => resolve(result as EditResult));
        // Ignored, because the exit of the process is reported as well.
        child.send(work, () => undefined);
      });
      child.once('error', reject);
      child.once('exit', () => {
        if (isReady) resolve(TOO_COSTLY);
        else reject(new Error('The process that edits captions did not start.'));
      });
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
