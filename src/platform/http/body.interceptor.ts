import { Socket } from 'node:net';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { CredentialChecker } from '../access/credential-checker';
import type { RequestWithCaller } from '../access/access.decorators';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { ValidationFailed } from '../errors/validation-failed';
import { isRecord } from '../json';
import { Slots } from '../slots';
import { MAX_ERRORS } from '../validation/content-check';
import { clientGone } from './client-gone';
import { EventLoopRounds } from '../event-loop-rounds';
import { RequestTimeout, UnsupportedMediaType } from './http.errors';
import { hasBody, type JsonBody, readJson, requireJson } from './json-body';
import { takes } from './handler-parameters';
import { networkOfPeer } from './peer-address';

const STREAMED = 'kinora:streamed-body';
const TURN_FOR_READING = 'kinora:turn-for-reading';
/** How long a JSON body may take to arrive. Milliseconds. */
const BODY_TIMEOUT_MS = 60_000;
const SMALL_BYTES = 16 * 1024;
/** Requests with larger bodies at once: a body is in memory while it arrives, and while its request is handled. */
const MAX_LARGE_BODIES = 128;
/** Those of one caller. */
const MAX_LARGE_BODIES_PER_CALLER = 32;

/** The handler reads the body itself, as one of these media types; any other is refused (415). Without any, all are taken. */
export const StreamedBody = (...types: readonly string[]) => SetMetadata(STREAMED, types);

/**
 * The turn of a large body ends once the body has been read: the handler limits how many of its requests wait and run, and
 * may take as long as its client reads.
 */
export const TurnForReading = () => SetMetadata(TURN_FOR_READING, true);

/**
 * Reads JSON bodies after the access guard, so that no body is read without a valid credential. On routes that don't
 * stream, any other body is refused, so that no HTML form can send one.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  private readonly largeBodies = new Slots(MAX_LARGE_BODIES, {
    perOwner: MAX_LARGE_BODIES_PER_CALLER,
  });

  private readonly rounds = new EventLoopRounds();

  constructor(
    private readonly reflector: Reflector,
    private readonly config: ConfigService,
    private readonly credentials: CredentialChecker,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const handler = context.getHandler();
    const streamed = this.reflector.get<readonly string[] | undefined>(STREAMED, handler);
    const expectsBody = takes(RouteParamtypes.BODY, context);
    if (streamed) requireOneOf(streamed, request);
    else if (hasBody(request) && (expectsBody || request.method !== 'GET')) {
      requireJson(request);
      const handle = async ({ value }: JsonBody): Promise<unknown> => {
        if (expectsBody) request.body = value;
        else refuseFields(value);
        return lastValueFrom(next.handle(), { defaultValue: undefined });
      };
      const turnEnds = this.reflector.get<boolean>(TURN_FOR_READING, handler) ? 'read' : 'handled';
      return from(this.inTurn(context, handle, turnEnds));
    }
    return next.handle();
  }

  /**
   * The caller was checked before the body arrived. If it arrives later, the key is checked again once it is complete, so
   * that a key revoked meanwhile doesn't complete the request.
   */
  private async read(request: RequestWithCaller): Promise<JsonBody> {
    const { body_bytes } = this.config.current().limits;
    const maxBytes = request.caller ? body_bytes : Math.min(body_bytes, SMALL_BYTES);
    const arrivedBefore = request.complete;
    const body = await this.clock.within(
      BODY_TIMEOUT_MS,
      readJson(request, maxBytes, (bytes) => this.turnToParse(bytes)),
    );
    if (!body) throw new RequestTimeout();
    if (!arrivedBefore) await this.credentials.recheck(request);
    return body;
  }

  /** Parsing and checking a large body keeps the process busy: other requests are read between two of them. */
  private async turnToParse(bytes: number): Promise<void> {
    if (bytes > SMALL_BYTES) await this.rounds.next();
  }

  /** Reads the body and handles the request; a large one when its caller has a turn, which ends with either. */
  private async inTurn(
    context: ExecutionContext,
    handle: (body: JsonBody) => Promise<unknown>,
    turnEnds: 'read' | 'handled',
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    // Whoever has no key could take all turns, from a few addresses: public routes read small bodies only.
    const isSmall = !request.caller || Number(request.headers['content-length']) <= SMALL_BYTES;
    // Requests inside of the process are parts of one that has its turn already: they would wait for each other.
    if (isSmall || !(request.socket instanceof Socket)) return handle(await this.read(request));
    const readInTurn = async (): Promise<() => unknown> => {
      const body = await this.read(request);
      // Without a length, it turns out now. Such a request may stay open for long, and needs no turn for that.
      if (body.bytes <= SMALL_BYTES || turnEnds === 'read') return () => handle(body);
      const answer = await handle(body);
      return () => answer;
    };
    const gone = clientGone(context.switchToHttp().getResponse<Response>());
    const rest = await this.largeBodies.run(readInTurn, senderOf(request), gone);
    return rest();
  }
}

/** The caller's account; the address of callers without one. */
const senderOf = (request: RequestWithCaller): string =>
  request.caller?.ownerId ?? networkOfPeer(request);

/** On a route that takes no body. An empty object is none. */
function refuseFields(body: unknown): void {
  if (body === undefined || body === null) return;
  if (!isRecord(body))
    throw new ValidationFailed([
      {
        loc: ['body'],
        msg: 'Leave the body out: this call takes none.',
        type: 'extra_forbidden',
      },
    ]);
  const names = Object.keys(body).slice(0, MAX_ERRORS);
  if (names.length > 0)
    throw new ValidationFailed(
      names.map((name) => ({
        loc: ['body', name],
        msg: 'Leave this field out: this call takes no body.',
        type: 'extra_forbidden',
      })),
    );
}

function requireOneOf(types: readonly string[], { headers }: Request): void {
  if (types.length === 0) return;
  const sent = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(sent)) throw new UnsupportedMediaType(types);
}
