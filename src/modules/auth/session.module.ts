import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module';
import { SessionCookieService } from './session-cookie.service';
import { SessionController } from './session.controller';
import { SessionsService } from './sessions.service';
import { SignInThrottleService } from './sign-in-throttle.service';

/** Browsers' way in, apart from `AuthModule`: who may call what needs to know nothing of pictures. */
@Module({
  imports: [AgentsModule],
  controllers: [SessionController],
  providers: [SessionCookieService, SessionsService, SignInThrottleService],
})
export class SessionModule {}
