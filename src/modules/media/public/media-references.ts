import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/write-gate';

/** A module whose resources name media by their paths. */
export interface MediaReferenceHolder {
  /** Names `to` wherever it names one of `from`, once. */
  replace(tx: Transaction, from: readonly string[], to: string): Promise<void>;
}

/** Keeps references to media right when media are merged. The modules that hold some register themselves. */
@Injectable()
export class MediaReferences {
  private readonly holders: MediaReferenceHolder[] = [];

  register(holder: MediaReferenceHolder): void {
    this.holders.push(holder);
  }

  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    for (const holder of this.holders) await holder.replace(tx, from, to);
  }
}
