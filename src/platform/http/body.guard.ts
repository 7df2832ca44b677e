import { Socket } from 'node:net';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request, Response } from 'express';
import { CredentialChecker } from '../access/credential-checker';
import type { RequestWithCaller } from '../access/access.decorators';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { ValidationFailed } from '../errors/validation-failed';
import { isRecord } from '../json';
import { Slots } from '../slots';
import { MAX_ERRORS } from '../validation/content-check';
import { clientGone } from './client-gone';
import { RequestTimeout, UnsupportedMediaType } from './http.errors';
import { hasBody, readJson, requireJson } from './json-body';
import { takes } from './handler-parameters';
import { networkOfPeer } from './peer-address';

const STREAMED = 'kinora:streamed-body';
/** How long a JSON body may take to arrive. Milliseconds. */
const BODY_TIMEOUT_MS = 60_000;
const SMALL_BYTES = 16 * 1024;
/** Requests of one caller with larger bodies at once: a body is kept in memory until its client has sent the rest, and until it is answered. */
const MAX_LARGE_BODIES = 16;

/** The handler reads the body itself, as one of these media types; any other is refused (415). Without any, all are taken. */
export const StreamedBody = (...types: readonly string[]) => SetMetadata(STREAMED, types);

/**
 * Reads JSON bodies after the access guard, so that no body is read without a valid credential. On routes that don't
 * stream, any other body is refused, so that no HTML form can send one.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly largeBodies = new Slots(Number.POSITIVE_INFINITY, {
    perOwner: MAX_LARGE_BODIES,
  });

  constructor(
    private readonly reflector: Reflector,
    private readonly config: ConfigService,
    private readonly credentials: CredentialChecker,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const streamed = this.reflector.get<readonly string[] | undefined>(
      STREAMED,
      context.getHandler(),
    );
    if (streamed) requireOneOf(streamed, request);
    else if (hasBody(request)) await this.read(request, context);
    return true;
  }

  private async read(request: Request, context: ExecutionContext): Promise<void> {
    const expectsBody = takes(RouteParamtypes.BODY, context);
    if (!expectsBody && request.method === 'GET') return;
    requireJson(request);
    const body = await this.readJsonBody(request, context.switchToHttp().getResponse());
    if (expectsBody) request.body = body;
    else refuseFields(body);
  }

  /**
   * The caller was checked before the body arrived. If it arrives later, the key is checked again once it is complete, so
   * that a key revoked meanwhile doesn't complete the request.
   */
  private async readJsonBody(request: Request, response: Response): Promise<unknown> {
    const { body_bytes } = this.config.current().limits;
    const arrivedBefore = request.complete;
    const readInTime = () =>
      this.clock.within(
        BODY_TIMEOUT_MS,
        readJson(request, body_bytes).then((body: unknown) => ({ body })),
      );
    const isSmall = Number(request.headers['content-length']) <= SMALL_BYTES;
    // Requests inside of the process are parts of one that has its turn already: they would wait for each other.
    const takesTurn = !isSmall && request.socket instanceof Socket;
    const read = await (takesTurn ? this.inTurn(request, response, readInTime) : readInTime());
    if (!read) throw new RequestTimeout();
    if (!arrivedBefore) await this.credentials.recheck(request);
    return read.body;
  }

  /** Runs `read` when the caller has a turn for a large body, and keeps the turn until the request is answered or its client is gone. */
  private inTurn<T>(request: Request, response: Response, read: () => Promise<T>): Promise<T> {
    const over = clientGone(response);
    return new Promise<T>((resolve, reject) => {
      const work = async (): Promise<void> => {
        resolve(await read());
        await new Promise((end) => {
          if (over.aborted) end(undefined);
          else over.addEventListener('abort', end, { once: true });
        });
      };
      this.largeBodies.run(work, senderOf(request), over).catch(reject);
    });
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
