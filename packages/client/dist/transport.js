import { ConnectionError, KinoraError } from "./errors.js";
import { withRetries } from "./retry.js";
const DEFAULT_RETRIES = 4;
/** Sends requests: adds the key, turns failures into errors, and repeats what may be repeated. */
export class Transport {
    options;
    url;
    fetch;
    retries;
    constructor(options) {
        this.options = options;
        this.url = options.url.replace(/\/+$/, '');
        // Called as a method, the global function of browsers refuses.
        this.fetch = options.fetch ?? ((request) => fetch(request));
        this.retries = options.retries ?? DEFAULT_RETRIES;
    }
    /**
     * Sends a request until it is answered by 2xx and `read` has read of the answer what is needed.
     * @param make a new request for each attempt
     * @throws KinoraError, ConnectionError, the reason of the signal
     */
    send(make, { mayRepeat, signal }, read) {
        const attempt = async () => {
            const request = make();
            try {
                return await read(await this.accepted(request));
            }
            catch (error) {
                request.signal.throwIfAborted();
                throw error instanceof KinoraError ? error : new ConnectionError(error);
            }
        };
        return withRetries(attempt, mayRepeat ? this.retries : 0, signal);
    }
    async accepted(request) {
        if (this.options.apiKey !== undefined)
            request.headers.set('Authorization', `Bearer ${this.options.apiKey}`);
        const response = await this.fetch(request);
        if (response.ok)
            return response;
        const body = (await response.json().catch(() => null));
        const seconds = Number(response.headers.get('Retry-After') ?? NaN);
        throw new KinoraError(response.status, body, Number.isFinite(seconds) ? seconds : undefined);
    }
}
/** An answer whose body has arrived, so that one that breaks off is noticed. */
export async function wholeAnswer(response) {
    const body = await response.blob();
    return new Response(response.status === 204 ? null : body, response);
}
