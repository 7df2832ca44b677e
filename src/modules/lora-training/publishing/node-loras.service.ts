import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';

/** A node that needs longer to list its files counts as one that lacks them. */
const MAX_WAIT_MS = 10_000;

/** The nodes that are online, by whether they have a LoRA. */
export interface NodesOfLora {
  readonly on: string[];
  readonly not_on: string[];
}

/** Asks the nodes for the LoRAs that they have now. */
@Injectable()
export class NodeLorasService {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeAccess,
    private readonly clock: Clock,
  ) {}

  /** Call it after files were added: the lists of all nodes are then fetched again when needed. */
  expire(): void {
    for (const { id } of this.online()) this.nodes.expireFiles(id);
  }

  /** @param files with `/`; a node has the LoRA when it has all of them */
  async nodesWith(files: readonly string[]): Promise<NodesOfLora> {
    const online = this.online();
    const has = await Promise.all(
      online.map(async ({ id }) => {
        const names = this.nodes.models(id, 'loras').catch(() => []);
        return hasAll((await this.clock.within(MAX_WAIT_MS, names)) ?? [], files);
      }),
    );
    const ids = (isOn: boolean): string[] =>
      online.filter((_, at) => has[at] === isOn).map(({ id }) => id);
    return { on: ids(true), not_on: ids(false) };
  }

  private online(): readonly ProviderState[] {
    return this.providers.list().filter(({ status }) => status === 'online');
  }
}

/** A node may list names relative to a parent folder, and with backslashes. */
function hasAll(names: readonly string[], files: readonly string[]): boolean {
  const listed = names.map((name) => name.replaceAll('\\', '/'));
  return files.every((file) => listed.some((name) => name === file || name.endsWith(`/${file}`)));
}
