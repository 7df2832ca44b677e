import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module';
import { SessionController } from './session.controller';
import { SessionsService } from './sessions.service';
import { SignInThrottleService } from './sign-in-throttle.service';

/** Browser sign-in. Separate from `AuthModule`, which must not depend on media, as `AgentsModule` does for avatars. */
@Module({
  imports: [AgentsModule],
  controllers: [SessionController],
  providers: [SessionsService, SignInThrottleService],
})
export class SessionModule {}
