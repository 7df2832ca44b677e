import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HourlyTasks } from '../../../platform/clock/hourly-tasks';
import { MediaLinksRepository } from './media-links.repository';
import { UploadAddressesRepository } from './upload-addresses.repository';

/** Frees at start the addresses of uploads that a kill has ended; deletes expired links and addresses every hour. */
@Injectable()
export class LinksSweepService implements OnApplicationBootstrap {
  constructor(
    links: MediaLinksRepository,
    private readonly addresses: UploadAddressesRepository,
    hourly: HourlyTasks,
  ) {
    hourly.add({ name: 'delete expired links', run: () => links.removeExpired() });
    hourly.add({ name: 'delete expired upload addresses', run: () => addresses.removeExpired() });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.addresses.freeUnfinished();
  }
}
