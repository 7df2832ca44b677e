import { Injectable } from '@nestjs/common';
import { type NodeEndpoint, NodeRegistry } from '../node-registry';
import { NodeBadAnswer, NodeUnreachable } from '../public/node-errors';
import { expectJson, expectSuccess, type WholeAnswer } from './expected';
import { NodeWire, type WireCall, type WireStream } from './node-wire.gateway';
import { WireFailure } from './wire-failure';

/** Asks nodes by provider id, and turns what goes wrong on the way into the errors of this room. */
@Injectable()
export class NodeAnswers {
  constructor(
    private readonly registry: NodeRegistry,
    private readonly wire: NodeWire,
  ) {}

  /** Throws `NodeUnreachable` for a provider that isn't configured, or hasn't started. */
  endpoint(providerId: string): NodeEndpoint {
    const endpoint = this.registry.endpoint(providerId);
    if (!endpoint) {
      throw new NodeUnreachable(providerId, 'it is not configured any more, or has not started');
    }
    return endpoint;
  }

  /** Any answer, whatever its status. */
  async ask(providerId: string, call: WireCall): Promise<WholeAnswer> {
    const endpoint = this.endpoint(providerId);
    return await this.wire.call(endpoint, call).catch(raise(providerId));
  }

  /** The JSON of an answer with status 200. */
  async askJson(providerId: string, call: WireCall): Promise<unknown> {
    return expectJson(providerId, await this.ask(providerId, call));
  }

  /** An answer with status 200 whose body is still to come. */
  async open(providerId: string, call: WireCall): Promise<WireStream> {
    const endpoint = this.endpoint(providerId);
    const answer = await this.wire.open(endpoint, call).catch(raise(providerId));
    if (answer.status === 200) return answer;
    answer.stream.on('error', () => undefined).destroy();
    expectSuccess(providerId, { ...answer, text: '' });
    return answer;
  }
}

function raise(providerId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof WireFailure)) throw error;
    if (error.kind === 'rubbish') throw new NodeBadAnswer(providerId, error.message, error);
    throw new NodeUnreachable(providerId, error.message, error);
  };
}
