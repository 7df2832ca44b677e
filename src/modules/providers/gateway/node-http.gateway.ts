import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { requestTo, responseTo } from '../../../platform/http/http-client';
import type { NodeEndpoint } from '../node-registry';
import { Deadline } from './deadline';
import type { NodeResponse } from './node-response';
import { RequestFailure, ResponseTooLarge, toRequestFailure } from './request-failure';

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
const KEEP_ALIVE = { keepAlive: true, timeout: 30_000 };
const MAX_CONNECTIONS_OF_READS = 64;

/** Connections over HTTP and over HTTPS with the same rules. */
class Connections {
  private readonly http: http.Agent;
  private readonly https: https.Agent;

  constructor(options: http.AgentOptions) {
    this.http = new http.Agent(options);
    this.https = new https.Agent(options);
  }

  /** A request whose headers are not sent yet. */
  request(url: string, options: http.RequestOptions): ClientRequest {
    const agent = url.startsWith('https:') ? this.https : this.http;
    return requestTo(url, { ...options, agent });
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

/**
 * HTTP requests to nodes, on Node's own client (decision 0105). GETs share kept-alive connections and are retried when such a
 * connection turns out to be dead; a POST is never retried, and gets a connection of its own unless it says otherwise: on a
 * kept one, a reset leaves open whether the node has acted.
 * Throws {@link RequestFailure}.
 */
@Injectable()
export class NodeHttpGateway implements OnModuleDestroy {
  private readonly reads = new Connections({ ...KEEP_ALIVE, maxSockets: MAX_CONNECTIONS_OF_READS });
  /** Without a limit, so that no POST waits for GETs that the node doesn't answer. */
  private readonly posts = new Connections(KEEP_ALIVE);
  private readonly singleUse = new Connections({ keepAlive: false });
  private isClosed = false;

  constructor(private readonly clock: Clock) {}

  onModuleDestroy(): void {
    this.isClosed = true;
    for (const connections of [this.reads, this.posts, this.singleUse]) connections.close();
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
    { signal }: Deadline,
  ): Promise<NodeStream> {
    const send = (connections: Connections): ClientRequest =>
      connections.request(`${endpoint.url}${call.path}`, {
        method: call.method,
        headers: headersOf(endpoint, call),
        signal,
      });
    const response = await Promise.race([this.answerTo(call, send), endOf(signal)]);
    const { statusCode = 0, headers } = response;
    return { status: statusCode, headers: textHeaders(headers), stream: response };
  }

  private async answerTo(
    { method, body, mayReuseConnection = method === 'GET' }: NodeHttpRequest,
    send: (connections: Connections) => ClientRequest,
  ): Promise<IncomingMessage> {
    const kept = method === 'GET' ? this.reads : this.posts;
    const request = send(mayReuseConnection ? kept : this.singleUse);
    try {
      return await responseTo(request, body?.content);
    } catch (error) {
      const mayRetry = method === 'GET' && !this.isClosed;
      if (mayRetry && closedWhileIdle(request, error)) return responseTo(send(this.singleUse));
      throw error;
    }
  }
}

/** Rejects when the signal aborts: a request that waits for a free connection reports its end only when it gets one. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new RequestFailure('broken', 'the request was given up'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
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
function closedWhileIdle({ reusedSocket }: ClientRequest, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}

function headersOf(endpoint: NodeEndpoint, { body }: NodeHttpRequest): http.OutgoingHttpHeaders {
  return {
    Accept: '*/*',
    // The size of an uncompressed body can be limited and checked.
    'Accept-Encoding': 'identity',
    'User-Agent': 'kinora',
    ...endpoint.headers,
    ...(body ? { 'Content-Type': body.type, 'Content-Length': body.length } : {}),
  };
}

function textHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
