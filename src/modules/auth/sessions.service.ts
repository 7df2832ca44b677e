import { Injectable } from '@nestjs/common';
import { UnfinishedJobs } from '../../platform/access/unfinished-jobs';
import { InvalidKey } from '../../platform/access/key.errors';
import { ConfigService } from '../../platform/config/config.service';
import { networkOfPeer, type Peer } from '../../platform/http/peer-address';
import { usableFeatures } from '../../platform/observability/features';
import { SERVICE_VERSION } from '../../platform/observability/service-version';
import type { Plain } from '../../platform/plain';
import { AvatarReader } from '../agents/public/avatar-reader';
import type { KeyHolder } from '../agents/public/key-holders';
import { CallersService, type SignedRequest } from './callers.service';
import type { OwnSessionAgent, SessionAgent, SessionResponse } from './dto/session.response';
import { SignInThrottleService } from './sign-in-throttle.service';

/** How long a browser stays signed in. */
const LIFETIME_MS = 30 * 86_400_000;

/** The session to answer, and whether its cookie holds an invalid key. */
export interface ReadSession {
  readonly session: Plain<SessionResponse>;
  readonly isCookieInvalid: boolean;
}

/** Signs browsers in. A session is a cookie that holds the key; nothing is stored here. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly callers: CallersService,
    private readonly avatars: AvatarReader,
    private readonly throttle: SignInThrottleService,
    private readonly unfinished: UnfinishedJobs,
    private readonly config: ConfigService,
  ) {}

  /** The account behind the request's header or cookie. */
  async read(request: SignedRequest): Promise<ReadSession> {
    const holder = await this.callers.findHolder(request);
    const dead = await this.callers.invalidCredentialKind(request);
    const config = this.config.current();
    const { security, limits, media, providers } = config;
    const { require_api_key } = security;
    const agent = holder && (await this.ownAgent(holder));
    // An invalid cookie is cleared with this answer, but an invalid Bearer key would be refused again.
    const unrestricted = agent === null && dead !== 'key' && !require_api_key;
    return {
      session: {
        agent,
        require_api_key,
        unrestricted,
        version: SERVICE_VERSION,
        features: usableFeatures(config),
        limits: { upload_bytes: limits.upload_bytes, trash_days: media.trash_days },
        simulator_only: providers.every(({ kind }) => kind === 'simulator'),
      },
      isCookieInvalid: dead === 'cookie',
    };
  }

  /** @throws InvalidKey, TooManyAttempts */
  async signIn(key: string, peer: Peer): Promise<Plain<SessionAgent>> {
    const holder = await this.throttle.attempt(networkOfPeer(peer), () =>
      this.callers.holderOf(key),
    );
    if (!holder) throw new InvalidKey();
    return this.agent(holder);
  }

  /**
   * Attributes of the session cookie, which scripts of a page can't read.
   * @param isHttps whether the request came over HTTPS, also according to a trusted proxy
   */
  cookieAttributes(isHttps: boolean) {
    const { public_url } = this.config.current().server;
    const secure = isHttps || (public_url !== null && new URL(public_url).protocol === 'https:');
    return { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: LIFETIME_MS } as const;
  }

  /** As {@link agent}, with what the account may do and how much of that it does now. */
  private async ownAgent(holder: KeyHolder): Promise<Plain<OwnSessionAgent>> {
    return {
      ...(await this.agent(holder)),
      allowed_characters: [...holder.allowedCharacters],
      allowed_workflows: [...holder.allowedWorkflows],
      max_concurrent_jobs: holder.maxConcurrentJobs,
      unfinished: await this.unfinished.of(holder.ownerId),
    };
  }

  private async agent({ ownerId, agent, isAdmin }: KeyHolder): Promise<Plain<SessionAgent>> {
    const avatar = await this.avatars.avatarOf(ownerId);
    return { id: agent.id, name: agent.name, is_admin: isAdmin, avatar };
  }
}
