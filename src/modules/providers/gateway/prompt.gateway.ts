import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { acceptedAsOther, readSubmitAnswer, type SubmitAnswer } from '../responses/submit-response';
import { NodeRegistry } from '../node-registry';
import type { Prompt, SubmitOutcome } from '../public/node-access';
import { DEFAULT_RETRY_MS, expectSuccess, jsonBody, retryAfterMs } from './node-response';
import { NodeHttpGateway, type NodeHttpRequest } from './node-http.gateway';
import { NodeRequestsGateway } from './node-requests.gateway';
import { ResponseTooLarge, toRequestFailure } from './request-failure';

const CANCEL_TIMEOUT_MS = 10_000;
/** Refusals of older nodes repeat whole lists of files. */
const MAX_VERDICT_BYTES = 8 * 1024 * 1024;

/** Submits prompts, and cancels them by id: an interrupt without an id would hit whatever runs. */
@Injectable()
export class PromptGateway {
  constructor(
    private readonly registry: NodeRegistry,
    private readonly http: NodeHttpGateway,
    private readonly requests: NodeRequestsGateway,
    private readonly config: ConfigService,
  ) {}

  /** Failures of the node or the connection are outcomes, never errors. */
  async submit(providerId: string, prompt: Prompt): Promise<SubmitOutcome> {
    const endpoint = this.registry.endpoint(providerId);
    if (!endpoint) {
      return { kind: 'not_delivered', message: 'the node is not configured, or has not started' };
    }
    try {
      const answer = await this.http.call(endpoint, {
        ...post('/prompt', promptBody(prompt)),
        // A job whose submission was interrupted is looked up.
        mayReuseConnection: true,
        timeoutMs: this.config.current().jobs.submit_timeout_ms,
        maxBytes: MAX_VERDICT_BYTES,
      });
      const { status, headers } = answer;
      const read = { status, body: await jsonBody(answer), retryAfterMs: retryAfterMs(headers) };
      await this.removeOther(providerId, read, prompt.promptId);
      return readSubmitAnswer(read, prompt.promptId);
    } catch (error) {
      if (error instanceof ResponseTooLarge) {
        const read = { status: error.status, body: undefined, retryAfterMs: DEFAULT_RETRY_MS };
        return readSubmitAnswer(read, prompt.promptId);
      }
      const { kind, message } = toRequestFailure(error);
      return { kind: kind === 'no_connection' ? 'not_delivered' : 'uncertain', message };
    }
  }

  /**
   * Removes a prompt that the node accepted under an id of its own, if it is still pending: Kinora could never find it
   * again. A running one is left alone: such old nodes can only interrupt whatever runs, which may be another prompt.
   */
  private async removeOther(
    providerId: string,
    answer: SubmitAnswer,
    promptId: string,
  ): Promise<void> {
    const otherId = acceptedAsOther(answer, promptId);
    if (otherId === null) return;
    await this.removePending(providerId, otherId).catch(() => undefined);
  }

  async cancel(providerId: string, promptId: string): Promise<void> {
    const path = `/api/jobs/${encodeURIComponent(promptId)}/cancel`;
    const answer = await this.requests.request(providerId, post(path, {}));
    if (answer.status !== 404 && answer.status !== 405) {
      await expectSuccess(providerId, answer);
      return;
    }
    // Pending first: a prompt that starts between the two requests is met by the second.
    await this.removePending(providerId, promptId);
    await this.postExpectingSuccess(providerId, post('/interrupt', { prompt_id: promptId }));
  }

  async forget(providerId: string, promptId: string): Promise<void> {
    await this.postExpectingSuccess(providerId, post('/history', { delete: [promptId] }));
  }

  private removePending(providerId: string, promptId: string): Promise<void> {
    return this.postExpectingSuccess(providerId, post('/queue', { delete: [promptId] }));
  }

  private async postExpectingSuccess(providerId: string, request: NodeHttpRequest): Promise<void> {
    await expectSuccess(providerId, await this.requests.request(providerId, request));
  }
}

/**
 * Without `number`: with one, a repeated submission makes the node answer 500 although it enqueued the prompt.
 * `preview_method` asks for sampler previews whatever the node's own setting (0.33; older versions ignore it).
 */
const promptBody = (prompt: Prompt) => ({
  prompt: prompt.graph,
  prompt_id: prompt.promptId,
  client_id: prompt.clientId,
  extra_data: prompt.previews ? { preview_method: 'auto' } : {},
});

function post(path: string, value: unknown): NodeHttpRequest {
  const content = Buffer.from(JSON.stringify(value));
  const body = { content, type: 'application/json', length: content.length };
  return { method: 'POST', path, body, timeoutMs: CANCEL_TIMEOUT_MS };
}
