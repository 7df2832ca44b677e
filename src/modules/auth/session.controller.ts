import { Body, Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../platform/access/access.decorators';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import { SignInDto } from './dto/session.request';
import { SessionResponse, SignedInResponse, SignedOutResponse } from './dto/session.response';
import { SessionsService } from './sessions.service';

/** Browsers' way in (spec §4.10). */
@ApiTags('session')
@Controller('api/session')
@PublicRoute()
export class SessionController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ApiOperation({
    operationId: 'getSession',
    summary: 'Who you are here',
    description: 'Works without a key; a wrong one counts as none, and a dead cookie is cleared.',
  })
  @ApiOkResponse({ type: SessionResponse })
  read(@Res({ passthrough: true }) response: Response): Promise<Plain<SessionResponse>> {
    return this.sessions.read(response);
  }

  @Post()
  @HttpCode(200)
  @Fails(401, 429)
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign a browser in',
    description: 'Keeps the key in an HttpOnly cookie for 30 days. Wrong keys are throttled.',
  })
  @ApiOkResponse({ type: SignedInResponse })
  signIn(
    @Body() { key }: SignInDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<SignedInResponse>> {
    return this.sessions.signIn(key, response);
  }

  @Delete()
  @ApiOperation({ operationId: 'signOut', summary: 'Sign this browser out' })
  @ApiOkResponse({ type: SignedOutResponse })
  signOut(@Res({ passthrough: true }) response: Response): Plain<SignedOutResponse> {
    return this.sessions.signOut(response);
  }
}
