import { HttpService } from '@nestjs/axios';
import { NodeAnswers } from '../../src/modules/providers/gateway/node-answers.gateway';
import { NodeCatalogue } from '../../src/modules/providers/gateway/node-catalogue.gateway';
import { NodeFiles } from '../../src/modules/providers/gateway/node-files.gateway';
import { NodeWire } from '../../src/modules/providers/gateway/node-wire.gateway';
import { PromptCancels } from '../../src/modules/providers/gateway/prompt-cancels.gateway';
import { PromptLookUps } from '../../src/modules/providers/gateway/prompt-look-ups.gateway';
import { PromptSubmits } from '../../src/modules/providers/gateway/prompt-submits.gateway';
import { NodeRegistry } from '../../src/modules/providers/node-registry';
import { ProviderGateway } from '../../src/modules/providers/provider.gateway';
import { type Clock, SystemClock, SystemIds } from '../../src/platform/clock/clock';
import { type GivenConfig, givenConfig } from './given-config';

export interface GatewayRig {
  readonly gateway: ProviderGateway;
  readonly registry: NodeRegistry;
  readonly answers: NodeAnswers;
  readonly catalogue: NodeCatalogue;
  readonly config: GivenConfig;
  readonly close: () => void;
}

/** The gateway as the module builds it, over the nodes that a test started. */
export function gatewayRig(content: object, clock: Clock = new SystemClock()): GatewayRig {
  const config = givenConfig(content);
  const registry = new NodeRegistry(config.service, clock);
  const wire = new NodeWire(new HttpService(), clock);
  const answers = new NodeAnswers(registry, wire);
  const catalogue = new NodeCatalogue(registry, answers, clock);
  const gateway = new ProviderGateway(
    new PromptSubmits(registry, wire, config.service),
    new PromptLookUps(registry, answers, clock),
    new PromptCancels(answers),
    new NodeFiles(answers, clock, new SystemIds()),
    catalogue,
  );
  return { gateway, registry, answers, catalogue, config, close: () => wire.onModuleDestroy() };
}

/** A configuration of one node, `a`. */
export function oneNode(url: string, more: object = {}): object {
  return { providers: [{ id: 'a', kind: 'comfyui', base_url: url, ...more }] };
}
