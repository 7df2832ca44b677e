import type { Caller } from '../../../platform/access/caller';
import { ToolkitFailure } from '../toolkit/toolkit-failures';
import { ToolkitUnavailable } from '../training.errors';
import { messageFor } from './run-record';

/** The answer of the toolkit to a request that needs one. @throws ToolkitUnavailable */
export async function answered<T>(caller: Caller, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ToolkitFailure)) throw error;
    throw new ToolkitUnavailable(messageFor(caller, error.message), error);
  }
}
