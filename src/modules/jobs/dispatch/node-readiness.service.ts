import { Injectable } from '@nestjs/common';
import { DiskSpace } from '../../media/public/disk-space';
import { ProviderDirectory } from '../../providers/public/provider-directory';

/** May a node be given work now? */
@Injectable()
export class NodeReadiness {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly disk: DiskSpace,
  ) {}

  /** It is online, and there is room on our disk for what it would make. */
  async isReady(provider: string): Promise<boolean> {
    return this.providers.get(provider)?.status === 'online' && (await this.disk.hasFreeSpace());
  }
}
