import { Injectable, Logger } from '@nestjs/common';
import { MediaReader } from '../../media/public/media-reader';
import { NodeAccess } from '../../providers/public/node-access';
import { NodeRefused } from '../../providers/public/node-errors';
import type { StagedInput } from '../public/job-queue';
import type { TrackingEvent } from '../tracking/tracking-event';
import { KeyedMutex } from '../../../platform/keyed-mutex';

/** Brings a job's input files onto its node. They are content-addressed, so staging again is harmless. */
@Injectable()
export class InputStagingService {
  private readonly log = new Logger(InputStagingService.name);
  private readonly turns = new KeyedMutex();

  constructor(
    private readonly media: MediaReader,
    private readonly nodes: NodeAccess,
  ) {}

  /** @returns what the ledger is to be told: ready to hand over, not now, or never. */
  async stage(provider: string, inputs: readonly StagedInput[]): Promise<TrackingEvent> {
    try {
      for (const input of inputs) {
        const problem = await this.stageOne(provider, input);
        if (problem) return problem;
      }
      return { kind: 'hand_over' };
    } catch (error) {
      if (error instanceof NodeRefused) {
        return giveUp('input_refused', 'The node refused an input file of the job.');
      }
      this.log.warn({ err: error, provider }, 'input files did not reach the node yet');
      return { kind: 'not_staged' };
    }
  }

  private async stageOne(provider: string, input: StagedInput): Promise<TrackingEvent | null> {
    const file = await this.media.openContent(input.sha256, input.owner_id);
    if (!file) {
      return giveUp('input_missing', 'An input file was deleted before the job was handed over.');
    }
    const { filename, subfolder } = input;
    const upload = { ...file, filename, subfolder };
    // Another job may be reading the very file: what is there whole is not written again. What got another name beside
    // it is not whole, and is replaced.
    const name = await this.turns.run(`${provider} ${filename}`, async () => {
      const kept = await this.nodes.upload(provider, { ...upload, keep: true });
      return kept.name === filename ? filename : (await this.nodes.upload(provider, upload)).name;
    });
    // The graph names the file already: a node that renames it would run with another one.
    return name === filename
      ? null
      : giveUp('input_refused', 'The node stored an input file under another name.');
  }
}

const giveUp = (code: string, message: string): TrackingEvent => ({
  kind: 'give_up',
  error: { code, message },
});
