import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { type CollectionContent, CollectionSources } from '../media/public/collection-media';
import { CollectionsRepository } from './collections.repository';
import { CollectionsService } from './collections.service';

/** Lets lists of media filter by collection, and finishes deletions that a killed process began. */
@Injectable()
export class CollectionsStartupService implements OnModuleInit {
  constructor(
    private readonly rows: CollectionsRepository,
    private readonly collections: CollectionsService,
    private readonly sources: CollectionSources,
  ) {}

  async onModuleInit(): Promise<void> {
    const content = (caller: Caller, id: string): Promise<CollectionContent | null> =>
      this.rows.findFor(caller, id);
    this.sources.register({ content });
    for (const id of await this.rows.deleted()) await this.collections.finishDelete(id);
  }
}
