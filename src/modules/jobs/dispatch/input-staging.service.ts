import { Injectable, Logger } from '@nestjs/common';
import { MediaReader } from '../../media/public/media-reader';
import { NodeAccess } from '../../providers/public/node-access';
import { NodeRefused } from '../../providers/public/node-errors';
import type { StagedInput } from '../public/job-queue';
import type { JobErrorCode } from '../tracking/job-errors';
import type { TrackingEvent } from '../tracking/tracking-event';
import { KeyedMutex } from '../../../platform/keyed-mutex';

/** Uploads a job's input files to its node. They are content-addressed, so a repeated upload is harmless. */
@Injectable()
export class InputStagingService {
  private readonly log = new Logger(InputStagingService.name);
  private readonly perFile = new KeyedMutex();

  constructor(
    private readonly media: MediaReader,
    private readonly nodes: NodeAccess,
  ) {}

  /** @returns the event to apply: ready to submit, try again later (also when `signal` is aborted), or never. */
  async stage(
    provider: string,
    inputs: readonly StagedInput[],
    signal: AbortSignal,
  ): Promise<TrackingEvent> {
    try {
      for (const input of inputs) {
        const problem = await this.stageOne(provider, input, signal);
        if (problem) return problem;
      }
      return { kind: 'hand_over' };
    } catch (error) {
      if (error instanceof NodeRefused) {
        return giveUp('input_refused', 'The node refused an input file of the job.');
      }
      if (!signal.aborted)
        this.log.warn({ err: error, provider }, 'input files did not reach the node yet');
      return { kind: 'not_staged' };
    }
  }

  private async stageOne(
    provider: string,
    input: StagedInput,
    signal: AbortSignal,
  ): Promise<TrackingEvent | null> {
    const file = await this.media.openContent(input.sha256, input.owner_id);
    if (!file) {
      return giveUp('input_missing', 'An input file was deleted before the job was handed over.');
    }
    const { filename, subfolder } = input;
    const upload = { ...file, filename, subfolder, signal };
    // Another job may be reading the same file, so a complete one is not overwritten. If the node stores ours under
    // another name, the existing file is incomplete and is replaced.
    const name = await this.perFile.run(`${provider} ${filename}`, async () => {
      const stored = await this.nodes.upload(provider, { ...upload, keep: true });
      return stored.name === filename ? filename : (await this.nodes.upload(provider, upload)).name;
    });
    // The graph contains the file's name: with a renamed file, the node would use another one.
    return name === filename
      ? null
      : giveUp('input_refused', 'The node stored an input file under another name.');
  }
}

const giveUp = (code: JobErrorCode, message: string): TrackingEvent => ({
  kind: 'give_up',
  error: { code, message },
});
