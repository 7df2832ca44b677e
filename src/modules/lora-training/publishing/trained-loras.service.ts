import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { LatestLoras, type TrainedLoras } from '../../generation/public/latest-loras';
import { PublishedLorasRepository } from './published-loras.repository';

/** What `lora_checkpoint: latest` names. */
@Injectable()
export class TrainedLorasService implements TrainedLoras, OnModuleInit {
  constructor(
    private readonly rows: PublishedLorasRepository,
    private readonly latestLoras: LatestLoras,
  ) {}

  onModuleInit(): void {
    this.latestLoras.register(this);
  }

  /** Pairs are left out: a request names one file. */
  async latest({ ownerId }: Caller, triggers: readonly string[]): Promise<string | null> {
    const loras = (await this.rows.ofFinishedRuns(ownerId)).filter(
      ({ files }) => files.length === 1,
    );
    const words = triggers.map((trigger) => trigger.toLowerCase());
    const own = loras.find(({ trigger_word: word }) =>
      words.some((trigger) => trigger.includes(word.toLowerCase())),
    );
    return (own ?? loras[0])?.name ?? null;
  }
}
