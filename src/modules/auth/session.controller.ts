import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../platform/access/access.decorators';
import { SESSION_COOKIE } from '../../platform/access/credential-checker';
import { Fails } from '../../platform/openapi/fails.decorator';
import { headers } from '../../platform/openapi/headers';
import type { Plain } from '../../platform/plain';
import { SignInDto } from './dto/session.request';
import { SessionResponse, SignedInResponse, SignedOutResponse } from './dto/session.response';
import { SessionsService } from './sessions.service';

/** Browser sign-in. The only place that reads and writes the session cookie. */
@ApiTags('session')
@Controller('api/session')
@PublicRoute()
export class SessionController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ApiOperation({
    operationId: 'getSession',
    summary: 'The signed-in agent',
    description:
      'Works without a key. An invalid one is answered with `agent: null`, and an invalid cookie is cleared.',
  })
  @ApiOkResponse({ type: SessionResponse, headers: headers('Set-Cookie') })
  async read(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<SessionResponse>> {
    const { session, isCookieInvalid } = await this.sessions.read(request);
    if (isCookieInvalid) this.clearCookie(request, response);
    return session;
  }

  @Post()
  @HttpCode(200)
  @Fails(401, 429)
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign a browser in',
    description: 'Keeps the key in an HttpOnly cookie for 30 days. Wrong keys are throttled.',
  })
  @ApiBody({
    type: SignInDto,
    examples: {
      key: { summary: 'Your key, as it was given to you', value: { key: 'kin_your-key' } },
    },
  })
  @ApiOkResponse({ type: SignedInResponse, headers: headers('Set-Cookie') })
  async signIn(
    @Body() { key }: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<SignedInResponse>> {
    const agent = await this.sessions.signIn(key, request);
    response.cookie(SESSION_COOKIE, key, this.sessions.cookieAttributes(request.secure));
    return { agent };
  }

  @Delete()
  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign this browser out',
    description: 'Deletes the cookie of this browser. The key stays valid.',
  })
  @ApiOkResponse({ type: SignedOutResponse, headers: headers('Set-Cookie') })
  signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Plain<SignedOutResponse> {
    this.clearCookie(request, response);
    return { ok: true };
  }

  private clearCookie(request: Request, response: Response): void {
    const attributes = { ...this.sessions.cookieAttributes(request.secure), maxAge: 0 };
    response.cookie(SESSION_COOKIE, '', attributes);
  }
}
