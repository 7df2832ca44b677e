import { type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { bodyOf, jsonHeaders, responseTo } from '../../platform/http/http-client';
import { requestContext } from '../../platform/http/request-context';
import type { ToolSender } from './public/agent-tools';
import { type OwnAnswer, OwnApi } from './public/own-api';

export interface OwnRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** What tells who sent a request, and from where. */
const SENDER_HEADERS = [
  ...['authorization', 'cookie', 'host', 'origin', 'sec-fetch-site'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/** More than any answer that a tool reads. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Sends requests to this very service, over a connection inside the process. They take the way of every other request:
 * credentials, scopes, limits, validation, idempotency and errors are those of HTTP.
 */
@Injectable()
export class OwnApiGateway implements OwnApi {
  constructor(private readonly adapter: HttpAdapterHost) {}

  read(path: string, sender: ToolSender, signal: AbortSignal): Promise<OwnAnswer> {
    return this.send({ method: 'GET', path }, sender, signal);
  }

  /** Sends a request as the sender of `sender`. Rejects when `signal` is aborted or the service ends. */
  async send(own: OwnRequest, sender: ToolSender, signal: AbortSignal): Promise<OwnAnswer> {
    const connection = this.connect(sender.socket.remoteAddress ?? '');
    const json = own.body === undefined ? undefined : JSON.stringify(own.body);
    const request = httpRequest({
      createConnection: () => connection,
      method: own.method,
      path: own.path,
      headers: { ...senderHeaders(sender), ...contentHeaders(own, json), Connection: 'close' },
      signal,
    });
    try {
      return await answerOf(await responseTo(request, json));
    } finally {
      connection.destroy();
    }
  }

  private connect(remoteAddress: string): Duplex {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    const [near, far] = duplexPair();
    // Neither side of a pair learns by itself that the other one is destroyed.
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    far.once('error', () => near.destroy());
    server.emit('connection', Object.assign(far, { remoteAddress }));
    return near;
  }
}

function senderHeaders({ headersDistinct }: ToolSender): Record<string, string[]> {
  return Object.fromEntries(
    SENDER_HEADERS.flatMap((name) => {
      const values = headersDistinct[name];
      return values === undefined ? [] : [[name, values]];
    }),
  );
}

function contentHeaders(
  { idempotencyKey }: OwnRequest,
  json: string | undefined,
): Record<string, string | number> {
  const requestId = requestContext.getStore()?.requestId;
  return {
    ...(requestId === undefined ? {} : { 'X-Request-Id': requestId }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(json === undefined ? {} : jsonHeaders(json)),
  };
}

async function answerOf(response: IncomingMessage): Promise<OwnAnswer> {
  const bytes = await bodyOf(response, MAX_ANSWER_BYTES);
  if (bytes === null) throw new Error('an answer of our own API is too large');
  const [type = ''] = (response.headers['content-type'] ?? '').split(';');
  return { status: response.statusCode ?? 500, type, bytes };
}
