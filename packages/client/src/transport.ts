import { ConnectionError, KinoraError } from './errors.ts';
import { withRetries } from './retry.ts';

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

const DEFAULT_RETRIES = 4;

/** Sends requests: adds the key, turns failures into errors, and repeats what may be repeated. */
export class Transport {
  readonly url: string;
  private readonly fetch: typeof fetch;
  private readonly retries: number;

  constructor(private readonly options: TransportOptions) {
    if (!options.url) throw new TypeError('Give the address of the service as `url`.');
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
  send<T>(
    make: () => Request,
    { mayRepeat, signal }: SendOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const attempt = async (): Promise<T> => {
      const request = make();
      try {
        return await read(await this.accepted(request));
      } catch (error) {
        request.signal.throwIfAborted();
        throw error instanceof KinoraError ? error : new ConnectionError(error, this.url);
      }
    };
    return withRetries(attempt, mayRepeat ? this.retries : 0, signal);
  }

  private async accepted(request: Request): Promise<Response> {
    if (this.options.apiKey !== undefined)
      request.headers.set('Authorization', `Bearer ${this.options.apiKey}`);
    const response = await this.fetch(request);
    if (response.ok) return response;
    const body = (await response.json().catch(() => null)) as unknown;
    const seconds = Number(response.headers.get('Retry-After') ?? NaN);
    throw new KinoraError(response.status, body, Number.isFinite(seconds) ? seconds : undefined);
  }
}

/** An answer whose body has arrived, so that one that breaks off is noticed. */
export async function wholeAnswer(response: Response): Promise<Response> {
  const body = await response.blob();
  return new Response(response.status === 204 ? null : body, response);
}
