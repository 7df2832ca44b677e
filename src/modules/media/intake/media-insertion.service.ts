import { Injectable } from '@nestjs/common';
import { WriteGate } from '../../../platform/database/write-gate';
import { Outbox } from '../../../platform/events/outbox';
import { storeMediaEvent } from '../catalogue/media-events';
import { MediaRecordsService } from '../catalogue/media-records.service';
import {
  type InsertResult,
  MediaRepository,
  type NewMediaItem,
} from '../catalogue/media.repository';
import type { MediaAsset } from '../entities/media-asset.entity';

/** What must hold for a row to be inserted. */
export interface InsertConditions {
  /** The size that all files of its owner may have together; `null` for no limit. */
  readonly maxOwnerBytes: number | null;
  /** Writes in the transaction that enters the file. @returns whether the file is still wanted */
  readonly also?: (asset: MediaAsset) => Promise<boolean>;
}

/** The file was not wanted any more when it was to be entered. */
export class NotWanted extends Error {}

/** Inserts the row of a stored file, and its event, in one transaction. */
@Injectable()
export class MediaInsertionService {
  constructor(
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly gate: WriteGate,
    private readonly outbox: Outbox,
  ) {}

  /** @throws QuotaReached and NotWanted, after which there is no row; after any other error there may be one */
  async insert(
    item: NewMediaItem,
    { maxOwnerBytes, also }: InsertConditions,
  ): Promise<InsertResult> {
    const tileOf = await this.records.tileMaker();
    const insert = async (): Promise<InsertResult> => {
      const inserted = await this.rows.insert(item, maxOwnerBytes);
      if (inserted.outcome === 'deleted') return inserted;
      const isWanted = (await also?.(inserted.asset)) !== false;
      if (!isWanted && inserted.outcome === 'new') throw new NotWanted();
      const action = actionOf(inserted);
      if (action)
        await storeMediaEvent(this.outbox, item.asset.owner_id, action, tileOf(inserted.asset));
      return inserted;
    };
    return this.gate.run(insert, { flush: !isCollectedAgain(item.asset) });
  }
}

/** After a power failure: an output of a job is flushed with the job's end, and a start collects it until then. */
export const isCollectedAgain = ({ source }: Pick<MediaAsset, 'source'>): boolean =>
  source === 'generated';

/** What an insert has changed for readers. */
function actionOf(inserted: InsertResult): 'created' | 'restored' | null {
  if (inserted.outcome === 'new') return 'created';
  return inserted.outcome === 'existing' && inserted.restored ? 'restored' : null;
}
