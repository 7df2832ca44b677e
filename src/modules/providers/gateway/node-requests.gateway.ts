import { Injectable } from '@nestjs/common';
import { type NodeEndpoint, NodeRegistry } from '../node-registry';
import { NodeBadAnswer, NodeUnreachable } from '../public/node-errors';
import { JsonTooComplex } from '../responses/json-scanner';
import { expectJson, expectSuccess, jsonFault, type NodeResponse } from './node-response';
import {
  type IncomingAnswer,
  NodeHttpGateway,
  type NodeHttpRequest,
  type NodeStream,
  readWhole,
} from './node-http.gateway';
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
    return await expectJson(providerId, await this.request(providerId, call));
  }

  /**
   * What `read` makes of the body of a response with status 200 while it comes in.
   * @param readBody throws `SyntaxError` or `JsonTooComplex` for a body that it can't read
   */
  async requestInPieces<T>(
    providerId: string,
    call: NodeHttpRequest,
    readBody: (chunks: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    const endpoint = this.endpoint(providerId);
    const read = async (answer: IncomingAnswer) =>
      answer.status === 200
        ? { value: await readBody(answer.chunks).catch(raiseUnreadable) }
        : { failed: await readWhole(answer) };
    const outcome = await this.http.read(endpoint, call, read).catch(raise(providerId));
    if ('value' in outcome) return outcome.value;
    return await failure(providerId, outcome.failed);
  }

  /** A response with status 200, streamed. */
  async requestStream(providerId: string, call: NodeHttpRequest): Promise<NodeStream> {
    const endpoint = this.endpoint(providerId);
    const answer = await this.http.open(endpoint, call).catch(raise(providerId));
    if (answer.status === 200) return answer;
    answer.stream.on('error', () => undefined).destroy();
    return await failure(providerId, { ...answer, chunks: [] });
  }
}

/** Throws the matching error for a response without status 200. */
async function failure(providerId: string, answer: NodeResponse): Promise<never> {
  await expectSuccess(providerId, answer);
  throw new NodeBadAnswer(providerId, `it has status ${answer.status}`);
}

function raiseUnreadable(error: unknown): never {
  if (error instanceof SyntaxError || error instanceof JsonTooComplex)
    throw new RequestFailure('invalid', jsonFault(error), error);
  throw error;
}

function raise(providerId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.kind === 'invalid') throw new NodeBadAnswer(providerId, error.message, error);
    throw new NodeUnreachable(providerId, error.message, error);
  };
}
