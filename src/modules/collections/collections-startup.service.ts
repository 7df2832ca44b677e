import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { HourlyTasks } from '../../platform/clock/hourly-tasks';
import { type CollectionContent, CollectionSources } from '../media/public/collection-media';
import { CollectionsRepository } from './collections.repository';
import { CollectionsService } from './collections.service';

/** Registers collections as a filter of media, and finishes deletions of collections that failed or were interrupted. */
@Injectable()
export class CollectionsStartupService implements OnModuleInit {
  constructor(
    private readonly rows: CollectionsRepository,
    private readonly collections: CollectionsService,
    private readonly sources: CollectionSources,
    hourly: HourlyTasks,
  ) {
    const run = (): Promise<void> => this.finishDeletions();
    hourly.add({ name: 'finish the deletion of collections', run });
  }

  onModuleInit(): void {
    const content = (caller: Caller, id: string): Promise<CollectionContent | null> =>
      this.rows.findFor(caller, id);
    this.sources.register({ content });
  }

  /** Takes the media out of deleted collections that still have some. */
  async finishDeletions(): Promise<void> {
    for (const id of await this.rows.deleted()) await this.collections.finishDelete(id);
  }
}
