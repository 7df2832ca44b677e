import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { repeat } from '../../../platform/clock/repeat';
import { MediaLinksRepository } from './media-links.repository';
import { UploadAddressesRepository } from './upload-addresses.repository';

const PERIOD_MS = 60 * 60 * 1000;

/** Frees at start the addresses of uploads that a kill has ended; deletes expired links and addresses every hour. */
@Injectable()
export class LinksSweepService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Media');
  private readonly shutdown = new AbortController();

  constructor(
    private readonly links: MediaLinksRepository,
    private readonly addresses: UploadAddressesRepository,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.addresses.freeUnfinished();
    void repeat(() => this.sweep(), {
      clock: this.clock,
      pauseMs: PERIOD_MS,
      signal: this.shutdown.signal,
      onError: (error) =>
        this.logger.warn({ err: error }, 'could not delete expired links; trying again in an hour'),
    });
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /** Deletes everything that has expired. */
  async sweep(): Promise<void> {
    await this.links.removeExpired();
    await this.addresses.removeExpired();
  }
}
