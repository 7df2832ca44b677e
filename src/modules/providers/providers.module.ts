import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { NodeAnswers } from './gateway/node-answers.gateway';
import { NodeCatalogue } from './gateway/node-catalogue.gateway';
import { NodeFiles } from './gateway/node-files.gateway';
import { NodeHealth } from './gateway/node-health.gateway';
import { NodeQuestionsGateway } from './gateway/node-questions.gateway';
import { NodeSockets } from './gateway/node-sockets.gateway';
import { NodeWire } from './gateway/node-wire.gateway';
import { PromptCancels } from './gateway/prompt-cancels.gateway';
import { PromptLookUps } from './gateway/prompt-look-ups.gateway';
import { PromptSubmits } from './gateway/prompt-submits.gateway';
import { NodeEventBus } from './monitor/node-event-bus';
import { MemoryWatch } from './monitor/memory-watch';
import { NodeListener } from './monitor/node-listener';
import { NodeMonitor } from './monitor/node-monitor';
import { NodeWatch } from './monitor/node-watch';
import { NodeRegistry } from './node-registry';
import { NodesHealth } from './nodes-health.service';
import { ProviderMonitors } from './provider-monitors.service';
import { ProviderNews } from './provider-news';
import { ProviderGateway } from './provider.gateway';
import { ProvidersController } from './providers.controller';
import { ProvidersService } from './providers.service';
import { NodeAccess } from './public/node-access';
import { NodeEvents } from './public/node-events';
import { NodeMonitors } from './public/node-monitors';
import { NodeQuestions } from './public/node-questions';
import { ProviderDirectory } from './public/provider-directory';

/** Nodes. Needs `EmbeddedNodes` from the app, and the global config, clock and events. */
@Module({
  imports: [HttpModule],
  controllers: [ProvidersController],
  providers: [
    NodeRegistry,
    // the wire
    NodeWire,
    NodeAnswers,
    PromptSubmits,
    PromptLookUps,
    PromptCancels,
    NodeFiles,
    NodeCatalogue,
    NodeHealth,
    NodeSockets,
    ProviderGateway,
    // looking after nodes
    NodeEventBus,
    NodeWatch,
    NodeListener,
    MemoryWatch,
    NodeMonitor,
    ProviderMonitors,
    // telling of them
    ProvidersService,
    ProviderNews,
    NodesHealth,
    { provide: ProviderDirectory, useExisting: NodeRegistry },
    { provide: NodeAccess, useExisting: ProviderGateway },
    { provide: NodeQuestions, useClass: NodeQuestionsGateway },
    { provide: NodeEvents, useExisting: NodeEventBus },
    { provide: NodeMonitors, useExisting: ProviderMonitors },
  ],
  exports: [ProviderDirectory, NodeAccess, NodeQuestions, NodeEvents, NodeMonitors],
})
export class ProvidersModule {}
