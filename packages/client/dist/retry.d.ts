/** The wait after so many failures in a row: doubled each time up to 30 s, and spread so that clients don't return together. */
export declare const backoffMs: (failures: number) => number;
/**
 * How long to wait before a failed request is sent again; `null` if it would fail again, or has to wait longer than 30 s.
 * An own refusal without `Retry-After` (such as 503 `speech_not_configured`) is final; one of a proxy isn't JSON.
 */
export declare function retryWaitMs(error: unknown, failures: number): number | null;
/** Whether the service does the work once, however often the request arrives. */
export declare const isRepeatable: ({ method, headers }: Request) => boolean;
/** Does `attempt`, and again up to `retries` times while its error is temporary. */
export declare function withRetries<T>(attempt: () => Promise<T>, retries: number, signal?: AbortSignal | null): Promise<T>;
