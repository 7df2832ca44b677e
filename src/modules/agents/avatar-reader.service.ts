import { Injectable } from '@nestjs/common';
import { AgentsRepository } from './agents.repository';
import { AvatarsService } from './avatars.service';
import { AvatarReader } from './public/avatar-reader';

@Injectable()
export class AvatarReaderService extends AvatarReader {
  constructor(
    private readonly rows: AgentsRepository,
    private readonly avatars: AvatarsService,
  ) {
    super();
  }

  async avatarOf(ownerId: string): Promise<string | null> {
    const avatars = await this.avatars.shown(await this.rows.byOwnerIds([ownerId]));
    return avatars.get(ownerId) ?? null;
  }
}
