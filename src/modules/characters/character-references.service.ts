import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import type { Transaction } from '../../platform/database/write-gate';
import { Outbox } from '../../platform/events/outbox';
import { type MediaReferenceHolder, MediaReferences } from '../media/public/media-references';
import { characterEvent } from './character-event';
import { CharactersRepository } from './characters.repository';

/** Keeps the source images of characters right when media are merged, and out of the trash. */
@Injectable()
export class CharacterReferencesService implements OnModuleInit, MediaReferenceHolder {
  constructor(
    private readonly rows: CharactersRepository,
    private readonly references: MediaReferences,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.references.register(this);
  }

  async named(paths: readonly string[]): Promise<readonly string[]> {
    return this.rows.namedImages(paths);
  }

  /** Replaces merged pictures of characters by the picture that was kept. */
  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    const updated_at = this.clock.timestamp();
    for (const id of await this.rows.replaceImages(tx, { from, to, updated_at }))
      await this.outbox.add(characterEvent(id, 'updated'));
  }
}
