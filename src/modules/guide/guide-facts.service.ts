import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ConfigService } from '../../platform/config/config.service';
import type { Sources } from '../../platform/http/content/ready-answers';
import { installAddress, type RequestAddress } from '../../platform/http/install-address';
import { usableFeatures } from '../../platform/observability/features';
import { JobReader } from '../jobs/public/job-reader';
import { ProviderDirectory, type ProviderState } from '../providers/public/provider-directory';
import { SpeechSynthesizer } from '../speech/public/speech-synthesizer';
import { WorkflowRecords } from '../workflows/public/workflow-records';
import type { GuideFacts } from './guide-facts';

/** Collects what the guide says about this install and the caller. */
@Injectable()
export class GuideFactsService {
  constructor(
    private readonly config: ConfigService,
    private readonly providers: ProviderDirectory,
    private readonly workflows: WorkflowRecords,
    private readonly jobs: JobReader,
    private readonly speech: SpeechSynthesizer,
  ) {}

  /** What {@link of} is made from, beside the address. */
  async sources(caller: Caller): Promise<Sources> {
    return [
      await this.unfinished(caller),
      this.speech.isConfigured(),
      ...this.providers.list().flatMap(nodeFacts),
      ...(await this.workflows.sources(caller)),
    ];
  }

  async of(caller: Caller, request: RequestAddress): Promise<GuideFacts> {
    const config = this.config.current();
    const { server, security, limits, training } = config;
    return {
      caller,
      workflows: await this.workflows.all(caller),
      unfinished: await this.unfinished(caller),
      limits,
      address: installAddress(server.public_url, request),
      requiresKey: security.require_api_key,
      nodes: this.providers.list(),
      speaks: this.speech.isConfigured(),
      trains: usableFeatures(config).includes('training'),
      publishes: training.lora_dir !== null,
    };
  }

  /** The guide tells it to callers with a limit only. */
  private async unfinished(caller: Caller): Promise<number> {
    return caller.maxConcurrentJobs === null ? 0 : this.jobs.countUnfinished(caller);
  }
}

/** What the guide says of a node, beside what the workflows' answers depend on. */
const nodeFacts = ({ name, kind, queue, devices }: ProviderState): Sources => [
  ...[name, kind, queue.running, queue.pending],
  ...devices.flatMap((device) => [device.name, device.vram_total]),
];
