import { Injectable } from '@nestjs/common';
import { expectSuccess } from './node-response';
import { NodeRequestsGateway } from './node-requests.gateway';
import type { NodeHttpRequest } from './node-http.gateway';

const TIMEOUT_MS = 10_000;

/** Takes prompts off a node, each by its id: an interrupt without one would hit whatever runs. */
@Injectable()
export class PromptCancelGateway {
  constructor(private readonly answers: NodeRequestsGateway) {}

  async cancel(providerId: string, promptId: string): Promise<void> {
    const path = `/api/jobs/${encodeURIComponent(promptId)}/cancel`;
    const answer = await this.answers.request(providerId, post(path, {}));
    if (answer.status !== 404 && answer.status !== 405) {
      expectSuccess(providerId, answer);
      return;
    }
    // Pending first: what starts between the two is met by the second.
    await this.demand(providerId, post('/queue', { delete: [promptId] }));
    await this.demand(providerId, post('/interrupt', { prompt_id: promptId }));
  }

  /** These answer 200 with an empty body. */
  private async demand(providerId: string, call: NodeHttpRequest): Promise<void> {
    expectSuccess(providerId, await this.answers.request(providerId, call));
  }
}

function post(path: string, value: unknown): NodeHttpRequest {
  const content = Buffer.from(JSON.stringify(value));
  const body = { content, type: 'application/json', length: content.length };
  return { method: 'POST', path, body, timeoutMs: TIMEOUT_MS };
}
