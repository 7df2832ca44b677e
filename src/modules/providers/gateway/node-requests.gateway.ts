import { Injectable } from '@nestjs/common';
import { type NodeEndpoint, NodeRegistry } from '../node-registry';
import { NodeBadAnswer, NodeUnreachable } from '../public/node-errors';
import { expectJson, expectSuccess, type NodeResponse } from './node-response';
import { NodeHttpGateway, type NodeHttpRequest, type NodeStream } from './node-http.gateway';
import { RequestFailure } from './request-failure';

/** Sends requests to nodes by provider id, and maps failures to `NodeUnreachable`, `NodeBusy` and the like. */
@Injectable()
export class NodeRequestsGateway {
  constructor(
    private readonly registry: NodeRegistry,
    private readonly http: NodeHttpGateway,
  ) {}

  /** Throws `NodeUnreachable` for a provider that isn't configured, or hasn't started. */
  endpoint(providerId: string): NodeEndpoint {
    const endpoint = this.registry.endpoint(providerId);
    if (!endpoint) {
      throw new NodeUnreachable(providerId, 'it is not configured any more, or has not started');
    }
    return endpoint;
  }

  /** The response, whatever its status. */
  async request(providerId: string, call: NodeHttpRequest): Promise<NodeResponse> {
    const endpoint = this.endpoint(providerId);
    return await this.http.call(endpoint, call).catch(raise(providerId));
  }

  /** The JSON of a response with status 200. */
  async requestJson(providerId: string, call: NodeHttpRequest): Promise<unknown> {
    return expectJson(providerId, await this.request(providerId, call));
  }

  /** A response with status 200, streamed. */
  async requestStream(providerId: string, call: NodeHttpRequest): Promise<NodeStream> {
    const endpoint = this.endpoint(providerId);
    const answer = await this.http.open(endpoint, call).catch(raise(providerId));
    if (answer.status === 200) return answer;
    answer.stream.on('error', () => undefined).destroy();
    expectSuccess(providerId, { ...answer, text: '' });
    return answer;
  }
}

function raise(providerId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.kind === 'invalid') throw new NodeBadAnswer(providerId, error.message, error);
    throw new NodeUnreachable(providerId, error.message, error);
  };
}
