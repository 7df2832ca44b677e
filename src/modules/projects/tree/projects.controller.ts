import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { ProjectDto, ProjectParams, ProjectPatchDto, ProjectsQuery } from '../dto/project.request';
import {
  DeletedStoryResponse,
  type ProjectPage,
  ProjectPageResponse,
  type ProjectRecord,
  ProjectResponse,
  type ProjectTreeRecord,
  ProjectTreeResponse,
} from '../dto/story.response';
import { ProjectsService } from './projects.service';
import { StoryDeletionsService } from './story-deletions.service';

/** Routes of projects, without their scenes and shots. */
@ApiTags('projects')
@Controller('api/projects')
@AnyCaller()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly deletions: StoryDeletionsService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listProjects',
    summary: 'List your projects, newest first',
    description: 'Without their scenes and shots, which `GET /api/projects/{project_id}` answers.',
  })
  @ApiOkResponse({ type: ProjectPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: ProjectsQuery): Promise<ProjectPage> {
    return this.projects.page(caller, query);
  }

  @Post()
  @Fails(404)
  @Repeatable()
  @ApiOperation({
    operationId: 'createProject',
    summary: 'Create a project',
    description:
      'A project is the story of a film: scenes, each with shots. Add scenes next, then shots; then make images, videos and speech of the shots, and render the film.',
  })
  @ApiBody({
    type: ProjectDto,
    examples: {
      film: {
        summary: 'A film with a narrator',
        value: {
          title: 'The last lantern',
          aspect_ratio: '16:9',
          narrator_voice: { voice_id: 'EXAVITQu4vr', name: 'Sarah' },
        },
      },
    },
  })
  @ApiCreatedResponse({ type: ProjectResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: ProjectDto,
    @OncePerKey() once: Once,
  ): Promise<ProjectRecord> {
    return once(
      body,
      () => this.projects.create(caller, body),
      (id) => this.projects.record(caller, id),
    );
  }

  @Get(':project_id')
  @ApiOperation({
    operationId: 'getProject',
    summary: 'A project with its scenes and shots',
    description: 'The whole tree, in the order of the film.',
  })
  @ApiOkResponse({ type: ProjectTreeResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
  ): Promise<ProjectTreeRecord> {
    return this.projects.get(caller, project_id);
  }

  @Patch(':project_id')
  @ApiOperation({
    operationId: 'updateProject',
    summary: 'Change fields of a project',
    description: 'Only the sent fields change, each as a whole; null resets one.',
  })
  @ApiBody({
    type: ProjectPatchDto,
    examples: {
      title: { summary: 'Another title', value: { title: 'The first lantern' } },
      silent: { summary: 'Without a narrator', value: { narrator_voice: null } },
    },
  })
  @ApiOkResponse({ type: ProjectResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
    @Body() body: ProjectPatchDto,
  ): Promise<ProjectRecord> {
    return this.projects.update(caller, project_id, body);
  }

  @Delete(':project_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'deleteProject',
    summary: 'Delete a project with all that is in it',
    description:
      'Its unfinished jobs are cancelled. Media that were made for it stay in the library. Refused while one of its shots is locked.',
  })
  @ApiOkResponse({ type: DeletedStoryResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
  ): Promise<Plain<DeletedStoryResponse>> {
    return this.deletions.project(caller, project_id);
  }
}
