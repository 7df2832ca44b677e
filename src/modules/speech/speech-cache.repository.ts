import { Injectable } from '@nestjs/common';
import { AccountRowsRegistry } from '../../platform/access/account-rows';
import { Clock } from '../../platform/clock/clock';
import { accountRowsOf } from '../../platform/database/account-rows-of';
import { ReadConnection } from '../../platform/database/read-connection';
import { upsertRows } from '../../platform/database/write-rows';
import { WriteGate } from '../../platform/database/write-gate';
import { SpeechCacheEntity } from './speech-cache.entity';

/** The key of a cached recording. */
export interface SpeechKey {
  readonly ownerId: string | null;
  readonly hash: string;
}

/** Rows of cached recordings. */
@Injectable()
export class SpeechCacheRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add('speech cache', accountRowsOf({ gate, read }, SpeechCacheEntity));
  }

  /** @returns the media path of the recording */
  async find({ ownerId, hash }: SpeechKey): Promise<string | null> {
    const owner_id = ownerId ?? '';
    const row = await this.read.manager.findOneBy(SpeechCacheEntity, { owner_id, hash });
    return row?.path ?? null;
  }

  /** Stores the recording, in place of an earlier one with the same key. */
  async store({ ownerId, hash }: SpeechKey, path: string): Promise<void> {
    const row = { owner_id: ownerId ?? '', hash, path, created_at: this.clock.timestamp() };
    await this.gate.run((tx) => upsertRows(tx, SpeechCacheEntity, [row], ['owner_id', 'hash']));
  }
}
