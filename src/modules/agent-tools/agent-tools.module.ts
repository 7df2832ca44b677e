import { Module } from '@nestjs/common';
import { OpenApiModule } from '../../platform/openapi/openapi.module';
import { AgentToolsService } from './agent-tools.service';
import { OwnApiGateway } from './own-api.gateway';
import { AgentTools } from './public/agent-tools';
import { OwnApi } from './public/own-api';

/** The tools of assistants, defined once: MCP and the chat are two ways to them. */
@Module({
  imports: [OpenApiModule],
  providers: [
    OwnApiGateway,
    { provide: OwnApi, useExisting: OwnApiGateway },
    { provide: AgentTools, useClass: AgentToolsService },
  ],
  exports: [AgentTools, OwnApi],
})
export class AgentToolsModule {}
