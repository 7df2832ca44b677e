/** Waits so many milliseconds. Rejects with the signal's reason when it aborts. */
export declare function sleep(ms: number, signal?: AbortSignal | null): Promise<void>;
