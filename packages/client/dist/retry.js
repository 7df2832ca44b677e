import { ConnectionError, KinoraError } from "./errors.js";
import { sleep } from "./sleep.js";
/** Methods whose requests have the same effect if they arrive twice. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
/** Answers of the service or of a proxy in front of it that may differ a moment later. */
const TEMPORARY = new Set([408, 429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** The wait after so many failures in a row: doubled each time up to 30 s, and spread so that clients don't return together. */
export const backoffMs = (failures) => Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS) * (0.75 + Math.random() / 4);
/**
 * How long to wait before a failed request is sent again; `null` if it would fail again, or has to wait longer than 30 s.
 * An own refusal without `Retry-After` (such as 503 `speech_not_configured`) is final; one of a proxy isn't JSON.
 */
export function retryWaitMs(error, failures) {
    if (error instanceof ConnectionError)
        return backoffMs(failures);
    if (!(error instanceof KinoraError) || !TEMPORARY.has(error.status))
        return null;
    // Ends with a job, not with time.
    if (error.code === 'concurrency_cap')
        return null;
    if (error.retryAfterSeconds === undefined)
        return error.body === null ? backoffMs(failures) : null;
    const waitMs = error.retryAfterSeconds * 1000;
    return waitMs <= MAX_WAIT_MS ? waitMs : null;
}
/** Whether the service does the work once, however often the request arrives. */
export const isRepeatable = ({ method, headers }) => IDEMPOTENT.has(method) || headers.has('Idempotency-Key');
/** Does `attempt`, and again up to `retries` times while its error is temporary. */
export async function withRetries(attempt, retries, signal) {
    for (let failures = 0;; failures += 1) {
        try {
            return await attempt();
        }
        catch (error) {
            const waitMs = failures < retries ? retryWaitMs(error, failures) : null;
            if (waitMs === null)
                throw error;
            await sleep(waitMs, signal);
        }
    }
}
