import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { TakeEntity } from './take.entity';

/** Takes per statement: databases limit the number of values. */
const MAX_TAKES = 1000;

/** Reads the lengths of spoken lines. */
@Injectable()
export class SpeechTimesRepository {
  constructor(private readonly read: ReadConnection) {}

  /** `line_seconds` by take; takes without it are absent. One statement for 1,000 takes. */
  async lineSeconds(takeIds: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const times = new Map<string, readonly number[]>();
    for (let start = 0; start < takeIds.length; start += MAX_TAKES) {
      const id = In(takeIds.slice(start, start + MAX_TAKES));
      const select = { id: true, line_seconds: true } as const;
      for (const take of await this.read.manager.find(TakeEntity, { select, where: { id } }))
        if (take.line_seconds !== null) times.set(take.id, take.line_seconds);
    }
    return times;
  }
}
