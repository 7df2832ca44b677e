import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { DEFAULT_CIPHERS } from 'node:tls';
import { Injectable } from '@nestjs/common';
import type { DeliveryError, Outcome } from './delivery-state';
import { requestTo, responseTo } from '../../../platform/http/http-client';
import { Slots } from '../../../platform/slots';
import { whenAborted } from '../../../platform/when-aborted';
import { HostLookupGateway } from './host-lookup.gateway';
import { hostOf } from './webhook-url';

/** One attempt to deliver. */
export interface WebhookRequest {
  /** Whose webhook it is; empty for nobody's. */
  readonly owner: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the host name is looked up as the system does. */
  readonly fromSystem: boolean;
  /** Every address of the host has to be admitted. */
  readonly isAdmitted: (address: string) => boolean;
  /** For everything: look-up, connection, answer. Waiting for the turn of the look-up doesn't count. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Addresses that are tried, of hosts that have more. */
const MAX_ADDRESSES = 8;
/** Interim answers (1xx) of one attempt: each costs time, and a hostile receiver sends nothing else. */
const MAX_INTERIM_ANSWERS = 8;
/**
 * Key exchange with elliptic curves only: in others the receiver chooses the numbers, and large ones would stop the process
 * for seconds.
 */
const TLS_OPTIONS = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  ecdhCurve: 'X25519:P-256:P-384:P-521',
};

/**
 * Sends to the receivers of webhooks, each time over a connection of its own. The host is looked up once per attempt, and
 * the connection goes to the addresses that were checked. The answer is discarded unread.
 */
@Injectable()
export class WebhookHttpGateway {
  /**
   * The process has two threads for look-ups of the system, and a name server that doesn't answer keeps one busy for ten
   * seconds or more: the other one is for the names of nodes.
   */
  private readonly systemLookups = new Slots(1);

  constructor(private readonly lookup: HostLookupGateway) {}

  /** @throws the reason of the request's signal */
  async post(request: WebhookRequest): Promise<Outcome> {
    const { fromSystem, owner, signal } = request;
    signal.throwIfAborted();
    const host = hostOf(new URL(request.url));
    if (isIP(host) !== 0) return this.attempt(request, Promise.resolve([host]));
    const lookUp = (): Promise<readonly string[]> =>
      this.lookup.addressesOf(host, fromSystem).catch(() => []);
    if (!fromSystem) return this.attempt(request, lookUp());
    return new Promise((resolve, reject) => {
      const takeTurn = async (): Promise<void> => {
        signal.throwIfAborted();
        const addresses = lookUp();
        resolve(this.attempt(request, addresses));
        // Its thread is busy until then, also when the attempt has ended before.
        await addresses;
      };
      this.systemLookups.run(takeTurn, owner, signal).catch(reject);
    });
  }

  private async attempt(
    request: WebhookRequest,
    addresses: Promise<readonly string[]>,
  ): Promise<Outcome> {
    // Not `AbortSignal.any`: a signal that lives as long as the process would keep a reference for every attempt.
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    request.signal.addEventListener('abort', stop);
    const timer = setTimeout(stop, request.timeoutMs);
    try {
      return await this.outcomeOf({ ...request, signal: attempt.signal }, addresses);
    } catch (error) {
      request.signal.throwIfAborted();
      return { error: attempt.signal.aborted ? 'timeout' : connectionError(error) };
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', stop);
    }
  }

  private async outcomeOf(
    request: WebhookRequest,
    lookup: Promise<readonly string[]>,
  ): Promise<Outcome> {
    const addresses = await Promise.race([lookup, whenAborted(request.signal)]);
    if (addresses.length === 0) return { error: 'unknown_host' };
    if (!addresses.every(request.isAdmitted)) return { error: 'private_address' };
    return { httpStatus: await send(addresses, request) };
  }
}

/** @returns the status of the answer */
async function send(
  addresses: readonly string[],
  { url, headers, body, signal }: WebhookRequest,
): Promise<number> {
  const request = requestTo(url, {
    ...TLS_OPTIONS,
    method: 'POST',
    headers: { ...headers, 'User-Agent': 'kinora', Connection: 'close' },
    agent: false,
    lookup: answering(addresses.slice(0, MAX_ADDRESSES)),
    signal,
  });
  let interimAnswers = 0;
  request.on('information', () => {
    interimAnswers += 1;
    if (interimAnswers > MAX_INTERIM_ANSWERS) request.destroy();
  });
  const response = await responseTo(request, body);
  response.on('error', () => undefined).destroy();
  return response.statusCode ?? 0;
}

/** A look-up that answers these addresses for every name. */
function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, options, callback) => {
    const [first] = all;
    if (options.all === true || !first) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

const TLS_CODES = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/;

function connectionError(error: unknown): DeliveryError {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'connection_refused';
  return TLS_CODES.test(code) ? 'not_secure' : 'connection_failed';
}
