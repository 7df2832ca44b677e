import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error';
import {
  CERTIFICATE_CODES,
  CONNECTION_REASONS,
  NO_SECURE_CONNECTION,
  NOT_CONNECTED,
  readConnectionError,
} from '../../../platform/http/connection-reasons';
import { bodyOf, jsonHeaders, requestTo, responseTo } from '../../../platform/http/http-client';
import { joinSignals } from '../../../platform/joined-signal';
import { parseShallow } from '../../../platform/json';
import { SpeechBadAnswer, SpeechUnreachable } from '../public/speech-errors';
import { failureOf } from './speech-failure';

/** A request to a speech server. */
export interface SpeechHttpRequest {
  /** Id of the provider, for messages. */
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The voice that the request names, for messages. */
  readonly voiceId?: string;
  /** Sent as JSON by POST; a GET without one. */
  readonly body?: unknown;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The largest list of voices that is read into memory. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;
/** The largest explanation of an error that is read. */
const MAX_ERROR_BYTES = 64 * 1024;
/** The longest timeout of a list of voices. */
const MAX_JSON_MS = 10_000;
const MAX_DEPTH = 20;

/** HTTP requests to speech servers. Throws the errors of `speech-errors`, and the reason of the request's signal. */
@Injectable()
export class SpeechHttpGateway {
  /** The body of a successful answer, to be read within the timeout. */
  async stream(request: SpeechHttpRequest): Promise<Readable> {
    const timeout = AbortSignal.timeout(request.timeoutMs);
    try {
      const response = await send(request, timeout);
      // Without a listener, a timeout after the last read would crash the process. Readers still get the error.
      response.on('error', () => undefined);
      if (response.statusCode === 200)
        return Readable.from(withSpeechErrors(response, request, timeout));
      throw failureOf({
        provider: request.provider,
        status: response.statusCode ?? 0,
        body: await readError(response, secretsOf(request)),
        voiceId: request.voiceId ?? null,
        retryAfter: response.headers['retry-after'],
      });
    } catch (error) {
      throw toFailure(error, request, timeout);
    }
  }

  /** The JSON of a successful answer. Its timeout is short, because a server needs no time to list voices. */
  async json(request: SpeechHttpRequest): Promise<unknown> {
    const timeoutMs = Math.min(request.timeoutMs, MAX_JSON_MS);
    return readJson(request.provider, await this.stream({ ...request, timeoutMs }));
  }
}

function send(
  { url, headers, body, signal }: SpeechHttpRequest,
  timeout: AbortSignal,
): Promise<IncomingMessage> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const ending = joinSignals(...(signal ? [signal] : []), timeout);
  const request = requestTo(url, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'kinora',
      ...(json === undefined ? {} : jsonHeaders(json)),
      ...headers,
    },
    // A server may close a kept connection just as it is reused, and it would be unknown whether a text was spoken.
    agent: false,
    signal: ending.signal,
  });
  request.once('close', ending.release);
  return responseTo(request, json);
}

/** Passes a body on, and converts errors of its connection to those of `speech-errors`. */
async function* withSpeechErrors(
  body: Readable,
  request: SpeechHttpRequest,
  timeout: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw toFailure(error, request, timeout);
  }
}

/** The body as JSON; `undefined` if it is none. @throws SpeechBadAnswer for a body that is too large */
async function readJson(provider: string, body: Readable): Promise<unknown> {
  const bytes = await bodyOf(body, MAX_JSON_BYTES);
  if (bytes === null)
    throw new SpeechBadAnswer(provider, `it has more than ${MAX_JSON_BYTES} bytes`);
  return parseShallow(bytes.toString('utf8'), MAX_DEPTH);
}

/** The explanation of an error, without the secrets; `undefined` when it is not JSON or too long. */
async function readError(body: Readable, secrets: readonly string[]): Promise<unknown> {
  const bytes = await bodyOf(body, MAX_ERROR_BYTES);
  if (bytes === null) return undefined;
  let text = bytes.toString('utf8');
  for (const secret of secrets) text = text.replaceAll(secret, '…');
  return parseShallow(text, MAX_DEPTH);
}

/** The keys in the headers of a request. */
const secretsOf = ({ headers }: SpeechHttpRequest): readonly string[] =>
  Object.values(headers)
    .map((value) => value.replace(/^Bearer /, ''))
    .filter((secret) => secret !== '');

const REASONS: Readonly<Record<string, string>> = {
  ...CONNECTION_REASONS,
  ECONNREFUSED: 'it refuses connections',
};

/** Codes of failures that may also happen later, with the text perhaps already sent. */
const TLS_CODES = /TLS|SSL|EPROTO/;

function toFailure(error: unknown, request: SpeechHttpRequest, timeout: AbortSignal): unknown {
  const { provider, signal, timeoutMs } = request;
  if (signal?.aborted) return signal.reason;
  if (!timeout.aborted) return error instanceof AppError ? error : connectionError(error, provider);
  const why = `it gave no whole answer within ${timeoutMs / 1000} s`;
  return new SpeechUnreachable(provider, why, false, error);
}

/**
 * Maps errors of the socket and the HTTP parser. Their messages are not passed on, because they may contain
 * addresses and keys.
 */
function connectionError(error: unknown, provider: string): AppError {
  const { code, isUnconnected } = readConnectionError(error);
  if (CERTIFICATE_CODES.test(code))
    return new SpeechUnreachable(provider, NO_SECURE_CONNECTION, true, error);
  if (TLS_CODES.test(code))
    return new SpeechUnreachable(provider, 'its secure connection failed', false, error);
  if (isUnconnected)
    return new SpeechUnreachable(provider, REASONS[code] ?? NOT_CONNECTED, true, error);
  return code.startsWith('HPE_')
    ? new SpeechBadAnswer(provider, 'it is not HTTP', error)
    : new SpeechUnreachable(provider, 'it closed the connection too early', false, error);
}
