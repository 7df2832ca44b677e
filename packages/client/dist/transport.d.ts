export interface TransportOptions {
    /** The address of the service, such as `https://studio.example`. */
    readonly url: string;
    /** Sent with each request. Browsers that are signed in by a cookie need none. */
    readonly apiKey?: string | undefined;
    /** In place of the global `fetch`, as for a proxy. */
    readonly fetch?: typeof fetch | undefined;
    /** How often a request that may be repeated is sent again after a temporary failure. */
    readonly retries?: number | undefined;
}
export interface SendOptions {
    /** Whether the request may arrive twice. */
    readonly mayRepeat: boolean;
    readonly signal?: AbortSignal | null | undefined;
}
/** Sends requests: adds the key, turns failures into errors, and repeats what may be repeated. */
export declare class Transport {
    private readonly options;
    readonly url: string;
    private readonly fetch;
    private readonly retries;
    constructor(options: TransportOptions);
    /**
     * Sends a request until it is answered by 2xx and `read` has read of the answer what is needed.
     * @param make a new request for each attempt
     * @throws KinoraError, ConnectionError, the reason of the signal
     */
    send<T>(make: () => Request, { mayRepeat, signal }: SendOptions, read: (response: Response) => Promise<T>): Promise<T>;
    private accepted;
}
/** An answer whose body has arrived, so that one that breaks off is noticed. */
export declare function wholeAnswer(response: Response): Promise<Response>;
