import { type DynamicModule, Module } from '@nestjs/common';
import { EmbeddedNodesModule } from './embedded-nodes.module';
import { AgentToolsModule } from './modules/agent-tools/agent-tools.module';
import { AgentsModule } from './modules/agents/agents.module';
import { AuthModule } from './modules/auth/auth.module';
import { SessionModule } from './modules/auth/session.module';
import { BatchesModule } from './modules/batches/batches.module';
import { ChatModule } from './modules/chat/chat.module';
import { CharactersModule } from './modules/characters/characters.module';
import { CollectionsModule } from './modules/collections/collections.module';
import { ComfyPassthroughModule } from './modules/comfy-passthrough/comfy-passthrough.module';
import { GenerationModule } from './modules/generation/generation.module';
import { GuideModule } from './modules/guide/guide.module';
import { JobsModule } from './modules/jobs/jobs.module';
import { LoraTrainingModule } from './modules/lora-training/lora-training.module';
import { McpModule } from './modules/mcp/mcp.module';
import { MediaModule } from './modules/media/media.module';
import { ModelsModule } from './modules/models/models.module';
import { PresetsModule } from './modules/presets/presets.module';
import { ProjectsModule } from './modules/projects/projects.module';
import { ProvidersModule } from './modules/providers/providers.module';
import { SpeechModule } from './modules/speech/speech.module';
import { WebhooksModule } from './modules/webhooks/webhooks.module';
import { WorkflowImportModule } from './modules/workflows/workflow-import.module';
import { WorkflowsModule } from './modules/workflows/workflows.module';
import { AuditRoutesModule } from './platform/audit/audit-routes.module';
import { ClockModule } from './platform/clock/clock.module';
import type { ConfigLocation } from './platform/config/config-files';
import { ConfigModule } from './platform/config/config.module';
import { DatabaseModule } from './platform/database/database.module';
import { ErrorsModule } from './platform/errors/errors.module';
import { EventsModule } from './platform/events/events.module';
import { HttpModule } from './platform/http/http.module';
import { ImagingModule } from './platform/imaging/imaging.module';
import { ObservabilityModule } from './platform/observability/observability.module';
import { OpenApiModule } from './platform/openapi/openapi.module';
import { ValidationModule } from './platform/validation/validation.module';

/** All modules of the service. */
@Module({})
export class AppModule {
  /** `location` lets tests set their own configuration and environment. */
  static from(location: Partial<ConfigLocation> = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // What everybody needs. Guards run in the order of the imports: the caller first, then the body.
        ClockModule,
        ConfigModule.from(location),
        ObservabilityModule,
        DatabaseModule,
        EventsModule,
        AuthModule,
        HttpModule,
        ErrorsModule,
        ValidationModule,
        ImagingModule,
        OpenApiModule,
        AuditRoutesModule,
        EmbeddedNodesModule,
        // The modules.
        MediaModule,
        CharactersModule,
        CollectionsModule,
        AgentsModule,
        SessionModule,
        ProvidersModule,
        WorkflowsModule,
        WorkflowImportModule,
        ModelsModule,
        JobsModule,
        GenerationModule,
        BatchesModule,
        PresetsModule,
        SpeechModule,
        ProjectsModule,
        LoraTrainingModule,
        WebhooksModule,
        ComfyPassthroughModule,
        AgentToolsModule,
        McpModule,
        ChatModule,
        GuideModule,
      ],
    };
  }
}
