import { Injectable } from '@nestjs/common';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { NodeAccess, type SubmitOutcome } from '../../providers/public/node-access';
import { NodeEvents } from '../../providers/public/node-events';
import type { JobRow } from '../records/job.entity';
import { LiveJobsService } from '../feed/live-jobs.service';

/** Sends prompts so that we hear of them: in the name of our socket, with memory open for what it will tell. */
@Injectable()
export class PromptSender {
  constructor(
    private readonly nodes: NodeAccess,
    private readonly events: NodeEvents,
    private readonly live: LiveJobsService,
  ) {}

  send({ prompt_id, provider }: JobRow, graph: ComfyGraph): Promise<SubmitOutcome> {
    this.live.begin(prompt_id, provider, graph);
    const clientId = this.events.clientId(provider);
    return this.nodes.submit(provider, { promptId: prompt_id, clientId, graph });
  }
}
