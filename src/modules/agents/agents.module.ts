import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module';
import { AgentKeysModule } from './agent-keys.module';
import { AgentsController } from './agents.controller';
import { AgentsService } from './agents.service';
import { AvatarsService } from './avatars.service';
import { DeletedAccountsService } from './deleted-accounts.service';
import { ProfilesService } from './profiles.service';
import { ProfilesController } from './profiles.controller';
import { AvatarReader } from './public/avatar-reader';

/** Accounts over HTTP. */
@Module({
  imports: [AgentKeysModule, MediaModule],
  controllers: [AgentsController, ProfilesController],
  providers: [
    AgentsService,
    AvatarsService,
    DeletedAccountsService,
    ProfilesService,
    { provide: AvatarReader, useExisting: AvatarsService },
  ],
  exports: [AvatarReader],
})
export class AgentsModule {}
