import { Readable } from 'node:stream';
import type * as Sdk from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import { Injectable, Logger } from '@nestjs/common';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import type { Caller } from '../../platform/access/caller';
import { CallerWatch } from '../../platform/access/caller-watch';
import { Clock } from '../../platform/clock/clock';
import { clientGone } from '../../platform/http/client-gone';
import { sendStream } from '../../platform/http/send-stream';
import { Shutdown } from '../../platform/http/shutdown';
import { StreamSlots, TooManyStreams } from '../../platform/http/stream-slots';
import { isRecord, type JsonRecord } from '../../platform/json';
import { Slots, SlotsBusy } from '../../platform/slots';
import { joinSignals } from '../../platform/joined-signal';
import { McpBusy } from './mcp.errors';
import { McpServersService } from './mcp-servers.service';
import type { McpSession } from './mcp-session';
import { mediaPathIn } from './resource-uris';

export interface McpExchange {
  /** A JSON-RPC message. */
  readonly message: JsonRecord;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Whether a message may stay open. */
interface Admission {
  /** It was to stay open, which its caller can't have now. */
  readonly refusal: TooManyStreams | null;
  /** Takes turns with the caller's other messages. */
  readonly isShort: boolean;
  readonly release: () => void;
}

/** How long a client without rights has to receive the last answer. Milliseconds. */
const DISMISS_TIMEOUT_MS = 500;
/** Answers with a file that are made at once: each of them keeps the process busy for a moment. */
const MAX_FILES = 2;
/** Messages of one caller that are answered at once, and those that wait, apart from messages that stay open. */
const SMALL_MESSAGES = { perOwner: 4, maxWaitingPerOwner: 256 };
/** As {@link SMALL_MESSAGES}, for larger ones, which take much memory while they wait. */
const LARGE_MESSAGES = { perOwner: 1, maxWaitingPerOwner: 8 };
const LARGE_BYTES = 64 * 1024;

/** Answers messages of the Model Context Protocol, each on its own: there are no sessions. */
@Injectable()
export class McpService {
  private readonly log = new Logger('Mcp');
  private readonly files = new Slots(MAX_FILES, { perOwner: 1 });
  /** One caller's messages run a few at a time, so that hundreds at once hold up others for a moment only. */
  private readonly smallMessages = new Slots(Number.POSITIVE_INFINITY, SMALL_MESSAGES);
  private readonly largeMessages = new Slots(Number.POSITIVE_INFINITY, LARGE_MESSAGES);

  constructor(
    private readonly servers: McpServersService,
    private readonly slots: StreamSlots,
    private readonly callers: CallerWatch,
    private readonly shutdown: Shutdown,
    private readonly clock: Clock,
  ) {}

  /** Ends when the caller's rights end. Throws `TooManyStreams`, `McpBusy`, and the refusal of a caller without rights. */
  async serve(caller: Caller, exchange: McpExchange): Promise<void> {
    const admission = this.admit(caller, exchange);
    const access = this.callers.watch(caller);
    const gone = clientGone(exchange.response);
    const { signal: ended, release: leave } = joinSignals(gone, this.shutdown.signal);
    access.signal.addEventListener('abort', () => void this.dismiss(exchange.response));
    try {
      const session = { access, refusal: admission.refusal, signal: ended };
      const respond = () => this.respond(caller, exchange, session);
      await (admission.isShort ? this.inTurn(caller, exchange.request, respond, ended) : respond());
    } catch (error) {
      // Nobody waits for the answer any more.
      if (ended.aborted) exchange.response.destroy();
      else throw error;
    } finally {
      leave();
      access.release();
      admission.release();
    }
  }

  /** Calls and reads answer the refusal themselves, because clients don't read the body of an HTTP error. */
  private admit(caller: Caller, { message, request }: McpExchange): Admission {
    if (!staysOpen(message)) return { refusal: null, isShort: true, release: noSlot };
    try {
      const release = this.slots.acquireStream(caller, request);
      return { refusal: null, isShort: false, release };
    } catch (error) {
      if (!(error instanceof TooManyStreams && REFUSABLE.has(message['method']))) throw error;
      return { refusal: error, isShort: true, release: noSlot };
    }
  }

  /** @throws McpBusy */
  private async inTurn(
    { ownerId }: Caller,
    { headers }: HttpRequest,
    respond: () => Promise<void>,
    ended: AbortSignal,
  ): Promise<void> {
    const isSmall = Number(headers['content-length']) <= LARGE_BYTES;
    const slots = isSmall ? this.smallMessages : this.largeMessages;
    const { maxWaitingPerOwner } = isSmall ? SMALL_MESSAGES : LARGE_MESSAGES;
    try {
      await slots.run(respond, ownerId ?? '', ended);
    } catch (error) {
      throw error instanceof SlotsBusy ? new McpBusy(maxWaitingPerOwner) : error;
    }
  }

  private async respond(
    { ownerId }: Caller,
    exchange: McpExchange,
    session: Omit<McpSession, 'sender'>,
  ): Promise<void> {
    const { access, refusal, signal } = session;
    const make = () => this.answer(exchange, session);
    const answer =
      readsFile(exchange.message) && !refusal
        ? await this.files.run(make, ownerId ?? '', signal)
        : await make();
    if (access.end) throw access.end.refusal;
    await send(answer, exchange.response, signal);
  }

  /** Calls that wait answer why they ended; a stream whose client doesn't read that is cut off. */
  private async dismiss(response: HttpResponse): Promise<void> {
    await this.clock.sleep(DISMISS_TIMEOUT_MS);
    if (!response.closed) response.destroy();
  }

  private async answer(
    { message, request }: McpExchange,
    { access, refusal, signal: ended }: Omit<McpSession, 'sender'>,
  ): Promise<globalThis.Response> {
    // Loaded when it is first used: that takes as long as half of the service's start.
    const sdk = await import('@modelcontextprotocol/server');
    // Both sources are of this message, so that there is nothing to release.
    const { signal } = joinSignals(ended, access.signal);
    const create = (): Sdk.McpServer =>
      this.servers.create(sdk, { sender: request, access, refusal, signal });
    const web = webRequest(request, ended);
    if (await sdk.isLegacyRequest(web, message)) return answerOf2025(sdk, create(), web, message);
    const handler = sdk.createMcpHandler(create, {
      legacy: 'reject',
      onerror: (err) => this.log.debug({ err }, 'an MCP message was refused'),
    });
    return handler.fetch(web, { parsedBody: message });
  }
}

/** Revisions of 2025, without sessions: as JSON, unless the client wants to follow the progress. */
async function answerOf2025(
  sdk: typeof Sdk,
  server: Sdk.McpServer,
  request: Request,
  message: JsonRecord,
): Promise<globalThis.Response> {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !wantsProgress(message),
  });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: message });
}

/** Methods that answer an error as their result. */
const REFUSABLE: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read']);

const noSlot = (): void => undefined;

function readsFile({ method, params }: JsonRecord): boolean {
  const uri = isRecord(params) ? params['uri'] : undefined;
  return method === 'resources/read' && typeof uri === 'string' && mediaPathIn(uri) !== null;
}

/** Whether the answer may take long: a subscription, a file, a call that waits, or one that reports its progress. */
function staysOpen(message: JsonRecord): boolean {
  const { method, params } = message;
  if (method === 'subscriptions/listen' || wantsProgress(message) || readsFile(message))
    return true;
  const args = isRecord(params) ? params['arguments'] : undefined;
  return method === 'tools/call' && isRecord(args) && Number(args['wait_seconds']) > 0;
}

function wantsProgress({ params }: JsonRecord): boolean {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && meta['progressToken'] !== undefined;
}

/** The body is passed beside the request, because it is parsed already. */
function webRequest({ method, headers, originalUrl }: HttpRequest, signal: AbortSignal): Request {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  );
  // The host doesn't matter any more: it was checked. Simple clients don't say that they accept both forms of an answer.
  const accept: [string, string] = ['accept', 'application/json, text/event-stream'];
  return new Request(new URL(originalUrl, 'http://localhost'), {
    method,
    headers: [...texts.filter(([name]) => name !== 'accept'), accept],
    signal,
  });
}

async function send(
  answer: globalThis.Response,
  response: HttpResponse,
  signal: AbortSignal,
): Promise<void> {
  response.status(answer.status);
  answer.headers.forEach((value, name) => response.setHeader(name, value));
  response.setHeader('Cache-Control', 'no-store');
  if (!answer.body) {
    response.end();
    return;
  }
  response.flushHeaders();
  await sendStream(Readable.fromWeb(answer.body), response, signal);
}
