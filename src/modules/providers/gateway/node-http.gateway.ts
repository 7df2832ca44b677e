import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { HttpService } from '@nestjs/axios';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isAxiosError, type AxiosResponse, type RawAxiosRequestConfig } from 'axios';
import { Clock } from '../../../platform/clock/clock';
import type { NodeEndpoint } from '../node-registry';
import { Deadline } from './deadline';
import type { NodeResponse } from './node-response';
import { toRequestFailure, RequestFailure, ResponseTooLarge } from './request-failure';

export interface NodeHttpRequest {
  readonly method: 'GET' | 'POST';
  /** With its query, percent-encoded. */
  readonly path: string;
  readonly body?: {
    readonly content: Buffer | Readable;
    readonly type: string;
    readonly length: number;
  };
  readonly timeoutMs: number;
  /** Of the answer; {@link SMALL_ANSWER_BYTES} if absent. */
  readonly maxBytes?: number;
  /** Aborts the request early. */
  readonly signal?: AbortSignal;
  /** A POST whose caller finds out what a broken connection left open: it may be sent on a kept-alive one. */
  readonly mayReuseConnection?: boolean;
}

/** Status and headers of a response whose body is still to come. */
export interface NodeStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: Readable;
}

/** Status and headers of a response, and its body in limited size. */
export interface IncomingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Limit of answers whose size doesn't depend on the node's queue or files. */
const SMALL_ANSWER_BYTES = 1024 * 1024;
/** Limit of all other answers that are read into memory. */
export const LARGE_ANSWER_BYTES = 64 * 1024 * 1024;
const KEEP_ALIVE = { keepAlive: true, maxSockets: 64, timeout: 30_000 };

/**
 * HTTP requests to nodes. GETs share kept-alive connections and are retried when such a connection turns out to be
 * dead; a POST is never retried, and gets a connection of its own unless it says otherwise: on a kept one, a reset leaves open
 * whether the node has acted.
 * Redirects aren't followed, proxies of the environment aren't used. Throws {@link RequestFailure}.
 */
@Injectable()
export class NodeHttpGateway implements OnModuleDestroy {
  private readonly keepAliveAgents = {
    httpAgent: new HttpAgent(KEEP_ALIVE),
    httpsAgent: new HttpsAgent(KEEP_ALIVE),
  };
  /** Without a limit of connections, so that no POST waits for GETs that the node doesn't answer. */
  private readonly keepAlivePostAgents = {
    httpAgent: new HttpAgent({ ...KEEP_ALIVE, maxSockets: Infinity }),
    httpsAgent: new HttpsAgent({ ...KEEP_ALIVE, maxSockets: Infinity }),
  };
  private readonly singleUseAgents = {
    httpAgent: new HttpAgent({ keepAlive: false }),
    httpsAgent: new HttpsAgent({ keepAlive: false }),
  };

  constructor(
    private readonly http: HttpService,
    private readonly clock: Clock,
  ) {}

  onModuleDestroy(): void {
    for (const agents of [this.keepAliveAgents, this.keepAlivePostAgents, this.singleUseAgents]) {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    }
  }

  /** Sends a request and reads the whole response within the timeout. */
  call(endpoint: NodeEndpoint, call: NodeHttpRequest): Promise<NodeResponse> {
    return this.read(endpoint, call, readWhole);
  }

  /** Sends a request and reads the response as it comes, all of it within the timeout. */
  async read<T>(
    endpoint: NodeEndpoint,
    call: NodeHttpRequest,
    consume: (answer: IncomingAnswer) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(this.clock, call.timeoutMs, call.signal);
    try {
      const answer = await this.request(endpoint, call, deadline);
      const { status, headers } = answer;
      const chunks = limited(answer, maxBytesOf(call, status));
      return await consume({ status, headers, chunks });
    } catch (error) {
      throw deadline.passed ? timeoutFailure(call.timeoutMs, error) : toRequestFailure(error);
    } finally {
      deadline.done();
    }
  }

  /** Sends a request and streams the response. The timeout covers the time to the headers only. */
  async open(endpoint: NodeEndpoint, call: NodeHttpRequest): Promise<NodeStream> {
    const deadline = new Deadline(this.clock, call.timeoutMs, call.signal);
    try {
      return await this.request(endpoint, call, deadline);
    } catch (error) {
      throw deadline.passed ? timeoutFailure(call.timeoutMs, error) : toRequestFailure(error);
    } finally {
      deadline.done();
    }
  }

  private async request(
    endpoint: NodeEndpoint,
    call: NodeHttpRequest,
    deadline: Deadline,
  ): Promise<NodeStream> {
    const config = this.configOf(endpoint, call, deadline.signal);
    const response = await this.send(config, call);
    return {
      status: response.status,
      headers: textHeaders(response.headers),
      stream: response.data,
    };
  }

  private async send(
    config: RawAxiosRequestConfig,
    { method, mayReuseConnection = method === 'GET' }: NodeHttpRequest,
  ): Promise<AxiosResponse<Readable>> {
    const onNewConnection = (): Promise<AxiosResponse<Readable>> =>
      this.http.axiosRef.request<Readable>({ ...config, ...this.singleUseAgents });
    if (!mayReuseConnection) return onNewConnection();
    const agents = method === 'GET' ? this.keepAliveAgents : this.keepAlivePostAgents;
    try {
      return await this.http.axiosRef.request<Readable>({ ...config, ...agents });
    } catch (error) {
      if (method === 'GET' && closedWhileIdle(error)) return onNewConnection();
      throw error;
    }
  }

  private configOf(
    endpoint: NodeEndpoint,
    call: NodeHttpRequest,
    signal: AbortSignal,
  ): RawAxiosRequestConfig {
    const { method, path, body } = call;
    return {
      method,
      url: `${endpoint.url}${path}`,
      headers: {
        Accept: '*/*',
        // The size of an uncompressed body can be limited and checked.
        'Accept-Encoding': 'identity',
        'User-Agent': 'kinora',
        ...endpoint.headers,
        ...(body ? { 'Content-Type': body.type, 'Content-Length': body.length } : {}),
      },
      ...(body ? { data: body.content } : {}),
      signal,
      responseType: 'stream',
      decompress: false,
      maxRedirects: 0,
      maxBodyLength: Infinity,
      maxContentLength: -1,
      proxy: false,
      validateStatus: () => true,
    };
  }
}

/** The whole response, read into memory. */
export async function readWhole(answer: IncomingAnswer): Promise<NodeResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer.chunks) chunks.push(chunk);
  return { ...answer, chunks };
}

/** Only answers of status 200 are ever read in pieces: others are in memory as a whole. */
function maxBytesOf({ maxBytes = SMALL_ANSWER_BYTES }: NodeHttpRequest, status: number): number {
  return status === 200 ? maxBytes : Math.min(maxBytes, LARGE_ANSWER_BYTES);
}

async function* limited({ status, stream }: NodeStream, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new ResponseTooLarge(status, maxBytes);
    yield chunk;
  }
}

function timeoutFailure(timeoutMs: number, cause: unknown): RequestFailure {
  return new RequestFailure('broken', `it gave no answer within ${timeoutMs / 1000} s`, cause);
}

/** The node closed a kept-alive connection just as it was reused: the request can be retried. */
function closedWhileIdle(error: unknown): boolean {
  if (!isAxiosError(error)) return false;
  const { reusedSocket } = (error.request ?? {}) as { reusedSocket?: boolean };
  return reusedSocket === true && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function textHeaders(headers: AxiosResponse['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
