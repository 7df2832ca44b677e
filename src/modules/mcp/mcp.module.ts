import { Module } from '@nestjs/common';
import { registerFeature } from '../../platform/observability/features';
import { AgentToolsModule } from '../agent-tools/agent-tools.module';
import { McpController } from './mcp.controller';
import { McpResourcesService } from './mcp-resources.service';
import { McpServersService } from './mcp-servers.service';
import { McpService } from './mcp.service';

registerFeature('mcp');

/** The tools of assistants over the Model Context Protocol. */
@Module({
  imports: [AgentToolsModule],
  controllers: [McpController],
  providers: [McpService, McpServersService, McpResourcesService],
})
export class McpModule {}
