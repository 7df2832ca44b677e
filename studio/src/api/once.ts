import { KinoraError, randomId } from '@kinora/client';

/** Keys of requests whose answer was lost, by request. */
const unanswered = new Map<string, string>();

/**
 * Calls `send` with an idempotency key: the one of the last time if the same request got no answer then, so that pressing
 * again makes nothing twice.
 */
export async function once<T>(request: unknown, send: (key: string) => Promise<T>): Promise<T> {
  const id = JSON.stringify(request);
  const key = unanswered.get(id) ?? randomId();
  unanswered.delete(id);
  try {
    return await send(key);
  } catch (error) {
    if (!isRefusal(error)) unanswered.set(id, key);
    throw error;
  }
}

/** Whether the service has answered that it did nothing. After other errors, the request may have been carried out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof KinoraError && error.status < 500 && error.status !== 408;
