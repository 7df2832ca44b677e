import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { ConfigService } from '../../platform/config/config.service';
import { SESSION_COOKIE } from './credential';

/** How long a browser stays signed in. Milliseconds. */
const LIFETIME = 30 * 86_400_000;

/** The cookie that keeps a browser's key, out of reach of scripts (spec §5.7, contract §3). */
@Injectable()
export class SessionCookieService {
  constructor(private readonly config: ConfigService) {}

  set(response: Response, key: string): void {
    response.cookie(SESSION_COOKIE, key, { ...this.options(response.req), maxAge: LIFETIME });
  }

  clear(response: Response): void {
    response.cookie(SESSION_COOKIE, '', { ...this.options(response.req), maxAge: 0 });
  }

  private options(request: Request): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.isHttps(request) };
  }

  /** By the connection, by what a trusted proxy says of its own, or by the address that people are given. */
  private isHttps(request: Request): boolean {
    const { public_url } = this.config.current().server;
    return request.secure || (public_url !== null && new URL(public_url).protocol === 'https:');
  }
}
