import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { PageQuery } from '../../platform/http/paging';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import { AgentsService } from './agents.service';
import { AgentParams, CreateAgentDto, UpdateAgentDto } from './dto/agent.request';
import {
  AgentKeyResponse,
  AgentPageResponse,
  AgentResponse,
  DeletedAgentResponse,
} from './dto/agent.response';

/** Accounts and their keys. */
@ApiTags('agents')
@Controller('api/agents')
@AdminOnly()
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @ApiOperation({ operationId: 'listAgents', summary: 'List agents, newest first' })
  @ApiOkResponse({ type: AgentPageResponse })
  list(@Query() query: PageQuery): Promise<Plain<AgentPageResponse>> {
    return this.agents.page(query);
  }

  @Post()
  @Fails(409)
  @ApiOperation({
    operationId: 'createAgent',
    summary: 'Make an agent and its key',
    description: 'The key is in this answer and nowhere else: only its SHA-256 is stored.',
  })
  @ApiBody({
    type: CreateAgentDto,
    examples: {
      limited: {
        summary: 'A key for two workflows and two jobs at a time',
        value: {
          id: 'film-crew',
          name: 'Film crew',
          allowed_workflows: ['sdxl-t2i', 'wan22-14b-t2v'],
          max_concurrent_jobs: 2,
        },
      },
      unlimited: {
        summary: 'A key for everything but managing keys',
        value: { id: 'archive', name: 'Archive' },
      },
    },
  })
  @ApiCreatedResponse({ type: AgentKeyResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateAgentDto,
  ): Promise<Plain<AgentKeyResponse>> {
    return this.agents.create(caller, body);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getAgent', summary: 'One agent' })
  @ApiOkResponse({ type: AgentResponse })
  get(@Param() { id }: AgentParams): Promise<Plain<AgentResponse>> {
    return this.agents.get(id);
  }

  @Patch(':id')
  @Fails(400, 409)
  @ApiOperation({
    operationId: 'updateAgent',
    summary: 'Change name or rights, revoke or enable',
    description: 'Holds from the next request on. A key can’t revoke itself or give up admin.',
  })
  @ApiBody({
    type: UpdateAgentDto,
    examples: {
      cap: { summary: 'Another number of jobs at a time', value: { max_concurrent_jobs: 4 } },
      allow_all: {
        summary: 'All workflows and characters',
        value: { allowed_workflows: null, allowed_characters: null },
      },
    },
  })
  @ApiOkResponse({ type: AgentResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { id }: AgentParams,
    @Body() body: UpdateAgentDto,
  ): Promise<Plain<AgentResponse>> {
    return this.agents.update(caller, id, body);
  }

  @Delete(':id')
  @Fails(400, 409)
  @ApiOperation({
    operationId: 'deleteAgent',
    summary: 'Delete an agent and its key',
    description: 'What it made stays, visible to admins; its queued jobs run on.',
  })
  @ApiOkResponse({ type: DeletedAgentResponse })
  delete(
    @CurrentCaller() caller: Caller,
    @Param() { id }: AgentParams,
  ): Promise<Plain<DeletedAgentResponse>> {
    return this.agents.delete(caller, id);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Fails(400, 409)
  @ApiOperation({
    operationId: 'rotateAgentKey',
    summary: 'Replace the key',
    description: 'The old one stops working at once. A revoked agent stays revoked.',
  })
  @ApiOkResponse({ type: AgentKeyResponse })
  rotate(
    @CurrentCaller() caller: Caller,
    @Param() { id }: AgentParams,
  ): Promise<Plain<AgentKeyResponse>> {
    return this.agents.rotate(caller, id);
  }
}
