import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import type { Plain } from '../../platform/plain';
import { ProfileParams, UpdateProfileDto } from './dto/agent.request';
import { ProfileResponse } from './dto/agent.response';
import { ProfilesService } from './profiles.service';

/** Routes of the profiles of accounts. */
@ApiTags('agents')
@Controller('api/agents/:agent_id/profile')
@AnyCaller()
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Get()
  @ApiOperation({
    operationId: 'getAgentProfile',
    summary: 'Your own profile; any, for admins',
    description: 'Name, picture and a few words about the account.',
  })
  @ApiOkResponse({ type: ProfileResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { agent_id }: ProfileParams,
  ): Promise<Plain<ProfileResponse>> {
    return this.profiles.get(caller, agent_id);
  }

  @Patch()
  @ApiOperation({
    operationId: 'updateAgentProfile',
    summary: 'Change avatar and bio',
    description: 'The avatar must be a picture that the account itself can read.',
  })
  @ApiBody({
    type: UpdateProfileDto,
    examples: {
      bio: { summary: 'A few words about the account', value: { bio: 'We make short films.' } },
    },
  })
  @ApiOkResponse({ type: ProfileResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { agent_id }: ProfileParams,
    @Body() body: UpdateProfileDto,
  ): Promise<Plain<ProfileResponse>> {
    return this.profiles.update(caller, agent_id, body);
  }
}
