import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ConfigService } from '../../platform/config/config.service';
import { installAddress, type RequestAddress } from '../../platform/http/install-address';
import { JobReader } from '../jobs/public/job-reader';
import { ProviderDirectory } from '../providers/public/provider-directory';
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

  async of(caller: Caller, request: RequestAddress): Promise<GuideFacts> {
    const { server, security, limits, training } = this.config.current();
    const [workflows, unfinished] = await Promise.all([
      this.workflows.all(caller),
      this.jobs.countUnfinished(caller),
    ]);
    return {
      caller,
      workflows,
      unfinished,
      limits,
      address: installAddress(server.public_url, request),
      requiresKey: security.require_api_key,
      nodes: this.providers.list(),
      speaks: this.speech.isConfigured(),
      trains: training.base_url !== null && training.root !== null,
    };
  }
}
