import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';

/** Knows the LoRAs that callers have trained. */
export interface TrainedLoras {
  /**
   * The file of the latest step that the newest finished run of the caller has published.
   * @param triggers those of the characters of a request; runs with one of them come first
   * @returns `null` if there is none
   */
  latest(caller: Caller, triggers: readonly string[]): Promise<string | null>;
}

/** Where requests find the LoRA that `latest` names. Training is built on generation, so that it registers itself. */
@Injectable()
export class LatestLoras implements TrainedLoras {
  private trained: TrainedLoras | null = null;

  register(trained: TrainedLoras): void {
    this.trained = trained;
  }

  async latest(caller: Caller, triggers: readonly string[]): Promise<string | null> {
    return (await this.trained?.latest(caller, triggers)) ?? null;
  }
}
