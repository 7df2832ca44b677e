import type { Caller } from '../../../platform/access/caller';
import { ToolkitFailure } from '../toolkit/toolkit-failures';
import { ToolkitUnavailable } from '../training.errors';
import { messageFor } from './run-record';

/** The toolkit's answer to a request that can't do without it. @throws ToolkitUnavailable if the toolkit failed */
export async function toolkitAnswer<T>(caller: Caller, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ToolkitFailure)) throw error;
    throw new ToolkitUnavailable(messageFor(caller, error.message), error);
  }
}
