import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { AdminRequired } from '../../platform/access/key.errors';
import type { Sources } from '../../platform/http/content/ready-answers';
import type { RequestAddress } from '../../platform/http/install-address';
import { ownValue } from '../../platform/json';
import { callerSections } from './caller-sections';
import { CHAPTERS, chaptersFor, mayReadChapter } from './chapters/chapters';
import { exampleSections } from './example-sections';
import type { GuideFacts } from './guide-facts';
import { GuideFactsService } from './guide-facts.service';
import { fillTemplate, type GuideTemplate, parseTemplate, withoutParts } from './guide-template';
import { GuideTemplateStore } from './guide-template.store';
import { ChapterNotFound } from './guide.errors';
import { lorasSection } from './loras-section';
import { nodesSection } from './nodes-section';
import { workflowsSection } from './workflows-section';

/** Headings of the parts about what the key may never do. */
function irrelevantParts({ workflows }: GuideFacts): readonly string[] {
  const mayMakeClips = workflows.some(({ kind }) => kind === 'video');
  const mayUpscale = workflows.some(({ modes }) => modes.includes('upscale'));
  return [...(mayUpscale ? [] : ['Upscale a picture']), ...(mayMakeClips ? [] : ['Make a clip'])];
}

/** Renders the guide for one caller. */
@Injectable()
export class GuideService implements OnModuleInit {
  private template: GuideTemplate | undefined;

  constructor(
    private readonly store: GuideTemplateStore,
    private readonly facts: GuideFactsService,
  ) {}

  /** Throws, and so prevents the start, when the template lacks a section. */
  async onModuleInit(): Promise<void> {
    this.template = parseTemplate(await this.store.read());
  }

  /** What all pages of the guide are made from, besides the address. */
  sources(caller: Caller): Promise<Sources> {
    return this.facts.sources(caller);
  }

  async page(caller: Caller, request: RequestAddress): Promise<string> {
    if (!this.template) throw new Error('the guide has not been read');
    const facts = await this.facts.of(caller, request);
    const guide = fillTemplate(this.template, {
      ...callerSections(facts),
      nodes: nodesSection(facts),
      workflows: workflowsSection(facts),
      loras: lorasSection(facts),
      ...exampleSections(facts),
    });
    return withoutParts(guide, irrelevantParts(facts));
  }

  /** @throws ChapterNotFound, AdminRequired */
  async chapter(name: string, caller: Caller, request: RequestAddress): Promise<string> {
    const chapter = ownValue(CHAPTERS, name);
    if (!chapter) throw new ChapterNotFound(chaptersFor(caller).map(([one]) => one));
    if (!mayReadChapter(caller, chapter)) throw new AdminRequired();
    return chapter.render(await this.facts.of(caller, request));
  }

  /** What `llms.txt` says: where programs find what they need. */
  async index(caller: Caller, request: RequestAddress): Promise<string> {
    const { address } = await this.facts.of(caller, request);
    const link = (title: string, path: string, about: string): string =>
      `- [${title}](${address}${path}): ${about}`;
    return `# Kinora

> A media studio over HTTP: pictures, clips, films, characters and LoRAs, on ComfyUI nodes.

Read the guide first. It is written for agents: its calls run here as they stand.

${link('Guide', '/api/guide', 'your rights, the workflows and nodes, and the calls for pictures and clips')}

## Chapters

${chaptersFor(caller)
  .map(([name, { about }]) => link(name, `/api/guide/${name}`, about))
  .join('\n')}

## Reference

${link('OpenAPI', '/openapi.json', 'every route, field and answer')}
${link('Errors', '/api/errors', 'every error code')}
`;
  }
}
