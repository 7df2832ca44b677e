import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { foldText, hasWholeWord } from '../../../platform/search-text';
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
    const texts = triggers.map(foldText);
    const own = loras.find(({ trigger_word: word }) =>
      texts.some((text) => hasWholeWord(text, foldText(word))),
    );
    return (own ?? loras[0])?.name ?? null;
  }
}
