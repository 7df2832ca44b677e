import { KinoraError, randomId } from '@kinora/client';

/** For this long, the same request counts as a repeat. After that, it is a new request. */
const REPEAT_MS = 10 * 60_000;

interface Unanswered {
  readonly prepared: unknown;
  readonly until: number;
}

/** Requests that got no answer: what was sent, by the request that it was prepared for. */
const unanswered = new Map<string, Unanswered>();

/**
 * Sends what was prepared, with its idempotency key. If the same request got no answer a short time ago, what was prepared
 * then is sent again, so that pressing again makes nothing twice.
 */
export async function sendOnce<Prepared, Answer>(
  request: unknown,
  prepare: () => Prepared,
  send: (prepared: Prepared) => Promise<Answer>,
): Promise<Answer> {
  const id = JSON.stringify(request);
  removeOld();
  const kept = unanswered.get(id);
  unanswered.delete(id);
  const prepared = kept === undefined ? prepare() : (kept.prepared as Prepared);
  try {
    return await send(prepared);
  } catch (error) {
    if (!isRefusal(error)) unanswered.set(id, { prepared, until: Date.now() + REPEAT_MS });
    throw error;
  }
}

/** Calls `send` with an idempotency key; see {@link sendOnce}. */
export const once = <Answer>(
  request: unknown,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> => sendOnce(request, randomId, send);

/** Call this after a deletion: a kept request may have made what was deleted, and must not return that answer. */
export function forgetUnanswered(): void {
  unanswered.clear();
}

function removeOld(): void {
  for (const [id, { until }] of unanswered) if (until < Date.now()) unanswered.delete(id);
}

/** Whether the service has answered that it did nothing. After other errors, the request may have been carried out. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof KinoraError)) return false;
  const { status, body } = error;
  // 401 (the session has ended) says nothing about the first attempt. An answer that is not JSON comes from a proxy.
  return status < 500 && status !== 401 && status !== 408 && body !== null;
}
