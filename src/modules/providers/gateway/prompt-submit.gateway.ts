import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { readSubmitAnswer } from '../responses/submit-response';
import { NodeRegistry } from '../node-registry';
import type { ComfyGraph } from '../public/comfy-types';
import type { SubmitOutcome } from '../public/node-access';
import { jsonBody, retryAfterMs } from './node-response';
import { NodeHttpGateway } from './node-http.gateway';
import { toRequestFailure } from './request-failure';

/** `POST /prompt`: hands graphs over. */
@Injectable()
export class PromptSubmitGateway {
  constructor(
    private readonly registry: NodeRegistry,
    private readonly wire: NodeHttpGateway,
    private readonly config: ConfigService,
  ) {}

  /** Never throws for what the node or the wire does. */
  async submit(
    providerId: string,
    prompt: { promptId: string; clientId: string; graph: ComfyGraph },
  ): Promise<SubmitOutcome> {
    const endpoint = this.registry.endpoint(providerId);
    if (!endpoint) {
      return { kind: 'not_delivered', message: 'the node is not configured, or has not started' };
    }
    try {
      const answer = await this.wire.call(endpoint, {
        method: 'POST',
        path: '/prompt',
        body: bodyOf(prompt),
        timeoutMs: this.config.current().jobs.submit_timeout_ms,
      });
      const { status, headers } = answer;
      const read = { status, body: jsonBody(answer), retryAfterMs: retryAfterMs(headers) };
      return readSubmitAnswer(read, prompt.promptId);
    } catch (error) {
      const { kind, message } = toRequestFailure(error);
      return { kind: kind === 'no_connection' ? 'not_delivered' : 'uncertain', message };
    }
  }
}

/**
 * Without `number`: with one, a repeated hand-over makes the node answer 500 although it enqueued the prompt.
 * `preview_method` asks for sampler pictures of this prompt whatever the node's own setting (0.33; older ones ignore it).
 */
function bodyOf(prompt: { promptId: string; clientId: string; graph: ComfyGraph }) {
  const content = Buffer.from(
    JSON.stringify({
      prompt: prompt.graph,
      prompt_id: prompt.promptId,
      client_id: prompt.clientId,
      extra_data: { preview_method: 'auto' },
    }),
  );
  return { content, type: 'application/json', length: content.length };
}
