import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module';
import { SessionCookie } from './session-cookie.service';
import { SessionController } from './session.controller';
import { Sessions } from './sessions.service';
import { SignInThrottle } from './sign-in-throttle.service';

/** Browsers' way in, apart from `AuthModule`: who may call what needs to know nothing of pictures. */
@Module({
  imports: [AgentsModule],
  controllers: [SessionController],
  providers: [SessionCookie, Sessions, SignInThrottle],
})
export class SessionModule {}
