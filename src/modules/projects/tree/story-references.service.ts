import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/write-gate';
import { type MediaReferenceHolder, MediaReferences } from '../../media/public/media-references';
import { StoryMediaRepository } from '../records/story-media.repository';

/** Tells the media module which files projects refer to, and updates the references when files are merged. */
@Injectable()
export class StoryReferencesService implements OnModuleInit, MediaReferenceHolder {
  constructor(
    private readonly rows: StoryMediaRepository,
    private readonly references: MediaReferences,
  ) {}

  onModuleInit(): void {
    this.references.register(this);
  }

  async fixed(tx: Transaction, paths: readonly string[]): Promise<readonly string[]> {
    return this.rows.inLockedShots(tx, paths);
  }

  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    await this.rows.replace(tx, from, to);
  }

  async named(paths: readonly string[]): Promise<readonly string[]> {
    return this.rows.named(paths);
  }
}
