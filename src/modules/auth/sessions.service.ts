import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InvalidKey } from '../../platform/access/key.errors';
import { ConfigService } from '../../platform/config/config.service';
import { networkOf } from '../../platform/http/peer-address';
import type { Plain } from '../../platform/plain';
import { AvatarReader } from '../agents/public/avatar-reader';
import type { KeyHolder } from '../agents/public/key-holders';
import { CallersService } from './callers.service';
import type { SessionAgent, SessionResponse, SignedInResponse } from './dto/session.response';
import { SessionCookieService } from './session-cookie.service';
import { SignInThrottleService } from './sign-in-throttle.service';

/** Signs browsers in and out (spec §4.10, §5.7). A session is a cookie that holds the key; nothing is kept here. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly callers: CallersService,
    private readonly avatars: AvatarReader,
    private readonly throttle: SignInThrottleService,
    private readonly cookie: SessionCookieService,
    private readonly config: ConfigService,
  ) {}

  /** Who is asking, by header or cookie. A cookie that is no key any more is taken away. */
  async read(response: Response): Promise<Plain<SessionResponse>> {
    const holder = await this.callers.recognise(response.req);
    const dead = await this.callers.deadCredential(response.req);
    if (dead === 'cookie') this.cookie.clear(response);
    const { require_api_key } = this.config.current().security;
    const agent = holder && (await this.agent(holder));
    // A dead cookie is gone by the next request; a dead Bearer key is refused with that one too.
    const unrestricted = agent === null && dead !== 'key' && !require_api_key;
    return { agent, require_api_key, unrestricted };
  }

  /** A wrong key leaves the cookie that is there as it is. @throws InvalidKey, TooManyAttempts */
  async signIn(key: string, response: Response): Promise<Plain<SignedInResponse>> {
    const check = () => this.callers.holderOf(key);
    const holder = await this.throttle.attempt(peerOf(response.req), check);
    if (!holder) throw new InvalidKey();
    const agent = await this.agent(holder);
    this.cookie.set(response, key);
    return { agent };
  }

  signOut(response: Response): { ok: true } {
    this.cookie.clear(response);
    return { ok: true };
  }

  private async agent({ ownerId, agent, isAdmin }: KeyHolder): Promise<Plain<SessionAgent>> {
    const avatar = await this.avatars.avatarOf(ownerId);
    return { id: agent.id, name: agent.name, is_admin: isAdmin, avatar };
  }
}

/** The network that a request comes from; the proxy's own where a trusted one tells rubbish of who is behind it. */
function peerOf({ ip = '', socket }: Request): string {
  return networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? 'gone';
}
