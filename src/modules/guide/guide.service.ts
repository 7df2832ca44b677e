import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ConfigService } from '../../platform/config/config.service';
import { installAddress, type RequestAddress } from '../../platform/http/install-address';
import { JobReader } from '../jobs/public/job-reader';
import { ProviderDirectory } from '../providers/public/provider-directory';
import { WorkflowRecords } from '../workflows/public/workflow-records';
import { exampleSections } from './example-sections';
import { fillTemplate, type GuideTemplate, parseTemplate, withoutChapters } from './guide-template';
import { GuideTemplateStore } from './guide-template.store';
import type { GuideFacts } from './guide-facts';
import { lorasSection } from './loras-section';
import { nodesSection } from './nodes-section';
import { callerSections } from './caller-sections';
import { workflowsSection } from './workflows-section';

/** Titles of the chapters about what the key may never do. */
function irrelevantChapters({ caller, workflows }: GuideFacts): readonly string[] {
  const mayMakeClips = workflows.some(({ kind }) => kind === 'video');
  const mayUpscale = workflows.some(({ modes }) => modes.includes('upscale'));
  return [
    ...(mayUpscale ? [] : ['Upscale a picture']),
    ...(mayMakeClips ? [] : ['Make a clip', 'A film of three shots']),
    ...(caller.isAdmin ? [] : ['Bring a workflow']),
  ];
}

/** Renders the guide for one caller. */
@Injectable()
export class GuideService implements OnModuleInit {
  private template: GuideTemplate | undefined;

  constructor(
    private readonly store: GuideTemplateStore,
    private readonly config: ConfigService,
    private readonly providers: ProviderDirectory,
    private readonly workflows: WorkflowRecords,
    private readonly jobs: JobReader,
  ) {}

  /** Throws, and so prevents the start, when the template lacks a section. */
  async onModuleInit(): Promise<void> {
    this.template = parseTemplate(await this.store.read());
  }

  async page(caller: Caller, request: RequestAddress): Promise<string> {
    if (!this.template) throw new Error('the guide has not been read');
    const facts = await this.facts(caller, request);
    const guide = fillTemplate(this.template, {
      ...callerSections(facts),
      nodes: nodesSection(facts),
      workflows: workflowsSection(facts),
      loras: lorasSection(facts),
      ...exampleSections(facts),
    });
    return withoutChapters(guide, irrelevantChapters(facts));
  }

  private async facts(caller: Caller, request: RequestAddress): Promise<GuideFacts> {
    const { server, security, limits } = this.config.current();
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
    };
  }
}
