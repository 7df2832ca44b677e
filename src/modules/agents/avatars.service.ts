import { Injectable } from '@nestjs/common';
import { mayRead } from '../../platform/access/scope';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { MediaNotFound } from '../media/public/media-not-found';
import { mediaPath } from '../media/public/media-path';
import { MediaReader } from '../media/public/media-reader';
import { toKeyHolder } from './agent-mapping';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { AvatarReader } from './public/avatar-reader';

/** Pictures of accounts, always checked with the rights of the account itself. */
@Injectable()
export class AvatarsService implements AvatarReader {
  constructor(
    private readonly media: MediaReader,
    private readonly rows: AgentsRepository,
  ) {}

  async avatarOf(ownerId: string): Promise<string | null> {
    const avatars = await this.readable(await this.rows.byOwnerIds([ownerId]));
    return avatars.get(ownerId) ?? null;
  }

  /** By internal id: the avatar, or null when its account may not read the file. One statement for all. */
  async readable(agents: readonly AgentRow[]): Promise<ReadonlyMap<string, string | null>> {
    const paths = agents.flatMap(({ avatar }) => avatar ?? []);
    const owners = await this.media.ownersOf(paths);
    return new Map(agents.map((agent) => [agent.owner_id, readableAvatar(agent, owners)]));
  }

  /**
   * The path of the picture that a request names by its path or URL.
   * Throws `MediaNotFound` for a file that the account can't read, `ValidationFailed` for what isn't a picture.
   */
  async path(agent: AgentRow, sent: string): Promise<string> {
    const path = mediaPath(sent);
    const file = path === null ? null : await this.media.find(toKeyHolder(agent), path);
    if (!file) throw new MediaNotFound();
    if (file.type !== 'image')
      throw ValidationFailed.at(['body', 'avatar'], 'Send the path of a picture.');
    return file.path;
  }
}

function readableAvatar(
  agent: AgentRow,
  owners: ReadonlyMap<string, string | null>,
): string | null {
  const { avatar } = agent;
  const owner = avatar === null ? undefined : owners.get(avatar);
  return owner !== undefined && mayRead(toKeyHolder(agent), owner) ? avatar : null;
}
