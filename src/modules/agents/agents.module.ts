import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module';
import { AgentKeysModule } from './agent-keys.module';
import { AgentsController } from './agents.controller';
import { AgentsService } from './agents.service';
import { Avatars } from './avatars.service';
import { Profiles } from './profiles.service';
import { ProfilesController } from './profiles.controller';

/** Accounts over HTTP. */
@Module({
  imports: [AgentKeysModule, MediaModule],
  controllers: [AgentsController, ProfilesController],
  providers: [AgentsService, Avatars, Profiles],
})
export class AgentsModule {}
