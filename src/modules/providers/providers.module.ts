import { Module } from '@nestjs/common';
import { NodeRequestsGateway } from './gateway/node-requests.gateway';
import { NodeCatalogueGateway } from './gateway/node-catalogue.gateway';
import { NodeFilesGateway } from './gateway/node-files.gateway';
import { NodeStatusGateway } from './gateway/node-status.gateway';
import { NodeDiscoveryGateway } from './gateway/node-discovery.gateway';
import { NodeSocketsGateway } from './gateway/node-sockets.gateway';
import { NodeHttpGateway } from './gateway/node-http.gateway';
import { PromptLookupGateway } from './gateway/prompt-lookup.gateway';
import { PromptGateway } from './gateway/prompt.gateway';
import { NodeEventsService } from './monitor/node-events.service';
import { MemorySamplingService } from './monitor/memory-sampling.service';
import { NodeSocketService } from './monitor/node-socket.service';
import { NodeMonitorService } from './monitor/node-monitor.service';
import { NodePollingService } from './monitor/node-polling.service';
import { NodeRegistry } from './node-registry';
import { NodesHealthService } from './nodes-health.service';
import { ProviderMonitorsService } from './monitor/provider-monitors.service';
import { ProviderEventsService } from './provider-events.service';
import { ProviderGateway } from './gateway/provider.gateway';
import { ProvidersController } from './providers.controller';
import { ProvidersService } from './providers.service';
import { NodeAccess } from './public/node-access';
import { NodeEvents } from './public/node-events';
import { NodeMonitors } from './public/node-monitors';
import { NodeDiscovery } from './public/node-discovery';
import { ProviderDirectory } from './public/provider-directory';
import { ProviderSnapshot } from './public/provider-snapshot';
import { RunningPrompts } from './public/running-prompts';

/** Nodes. Needs `EmbeddedNodes` from the app, and the global config, clock and events. */
@Module({
  controllers: [ProvidersController],
  providers: [
    NodeRegistry,
    // requests to nodes
    NodeHttpGateway,
    NodeRequestsGateway,
    PromptGateway,
    PromptLookupGateway,
    NodeFilesGateway,
    NodeCatalogueGateway,
    NodeStatusGateway,
    NodeSocketsGateway,
    ProviderGateway,
    // monitoring
    NodeEventsService,
    NodePollingService,
    NodeSocketService,
    MemorySamplingService,
    NodeMonitorService,
    ProviderMonitorsService,
    // API and events
    ProvidersService,
    ProviderEventsService,
    NodesHealthService,
    RunningPrompts,
    { provide: ProviderSnapshot, useExisting: ProviderEventsService },
    { provide: ProviderDirectory, useExisting: NodeRegistry },
    { provide: NodeAccess, useExisting: ProviderGateway },
    { provide: NodeDiscovery, useClass: NodeDiscoveryGateway },
    { provide: NodeEvents, useExisting: NodeEventsService },
    { provide: NodeMonitors, useExisting: ProviderMonitorsService },
  ],
  exports: [
    ProviderDirectory,
    ProviderSnapshot,
    RunningPrompts,
    NodeAccess,
    NodeDiscovery,
    NodeEvents,
    NodeMonitors,
  ],
})
export class ProvidersModule {}
