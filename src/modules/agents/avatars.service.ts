import { Injectable } from '@nestjs/common';
import { mayRead } from '../../platform/access/scope';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { MediaNotFound } from '../media/public/media-not-found';
import { MediaReader } from '../media/public/media-reader';
import type { AgentRow } from './agent.entity';
import { toKeyHolder } from './key-holder';

/** Pictures of accounts, always judged with the rights of the account itself (spec §4.9). */
@Injectable()
export class AvatarsService {
  constructor(private readonly media: MediaReader) {}

  /** By internal id: the avatar, as long as its account may read the file. One statement for all. */
  async shown(agents: readonly AgentRow[]): Promise<ReadonlyMap<string, string | null>> {
    const paths = agents.flatMap(({ avatar }) => avatar ?? []);
    const owners = await this.media.ownersOf(paths);
    return new Map(agents.map((agent) => [agent.owner_id, shown(agent, owners)]));
  }

  /** Throws `MediaNotFound` for a file that the account can't read, `ValidationFailed` for what isn't a picture. */
  async check(agent: AgentRow, path: string): Promise<void> {
    const file = await this.media.find(toKeyHolder(agent), path);
    if (!file) throw new MediaNotFound();
    if (file.type !== 'image')
      throw ValidationFailed.at(['body', 'avatar'], 'Send the path of a picture.');
  }
}

function shown(agent: AgentRow, owners: ReadonlyMap<string, string | null>): string | null {
  const { avatar } = agent;
  const owner = avatar === null ? undefined : owners.get(avatar);
  return owner !== undefined && mayRead(toKeyHolder(agent), owner) ? avatar : null;
}
