import { NodeRequestsGateway } from '../../src/modules/providers/gateway/node-requests.gateway';
import { NodeCatalogueGateway } from '../../src/modules/providers/gateway/node-catalogue.gateway';
import { NodeFilesGateway } from '../../src/modules/providers/gateway/node-files.gateway';
import { NodeHttpGateway } from '../../src/modules/providers/gateway/node-http.gateway';
import { PromptLookupGateway } from '../../src/modules/providers/gateway/prompt-lookup.gateway';
import { PromptGateway } from '../../src/modules/providers/gateway/prompt.gateway';
import { NodeRegistry } from '../../src/modules/providers/node-registry';
import { ProviderGateway } from '../../src/modules/providers/gateway/provider.gateway';
import { type Clock, SystemClock } from '../../src/platform/clock/clock';
import { type TestConfig, testConfig } from './test-config';

export interface GatewayFixture {
  readonly gateway: ProviderGateway;
  readonly registry: NodeRegistry;
  readonly requests: NodeRequestsGateway;
  readonly catalogue: NodeCatalogueGateway;
  readonly config: TestConfig;
  readonly close: () => void;
}

/** The gateway as the module builds it, over the nodes that a test started. */
export function gatewayFixture(content: object, clock: Clock = new SystemClock()): GatewayFixture {
  const config = testConfig(content);
  const registry = new NodeRegistry(config.service, clock);
  const http = new NodeHttpGateway(clock);
  const requests = new NodeRequestsGateway(registry, http);
  const catalogue = new NodeCatalogueGateway(registry, requests, clock);
  const gateway = new ProviderGateway(
    new PromptGateway(registry, http, requests, config.service),
    new PromptLookupGateway(registry, requests, clock),
    new NodeFilesGateway(requests, clock),
    catalogue,
  );
  return { gateway, registry, requests, catalogue, config, close: () => http.onModuleDestroy() };
}

/** A configuration of one node, `a`. */
export function oneNode(url: string, more: object = {}): object {
  return { providers: [{ id: 'a', kind: 'comfyui', base_url: url, ...more }] };
}
