import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/write-gate';
import { type MediaReferenceHolder, MediaReferences } from '../media/public/media-references';
import { CharactersRepository } from './characters.repository';

/** Keeps the source images of characters right when media are merged, and out of the trash. */
@Injectable()
export class CharacterReferencesService implements OnModuleInit, MediaReferenceHolder {
  constructor(
    private readonly rows: CharactersRepository,
    private readonly references: MediaReferences,
  ) {}

  onModuleInit(): void {
    this.references.register(this);
  }

  async named(paths: readonly string[]): Promise<readonly string[]> {
    return this.rows.namedImages(paths);
  }

  /** Replaces merged pictures of characters by the picture that was kept. */
  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    await this.rows.replaceImages(tx, from, to);
  }
}
