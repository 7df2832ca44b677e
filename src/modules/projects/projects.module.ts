import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { ImagingModule } from '../../platform/imaging/imaging.module';
import { registerFeature } from '../../platform/observability/features';
import { CharactersModule } from '../characters/characters.module';
import { GenerationModule } from '../generation/generation.module';
import { AgentKeysModule } from '../agents/agent-keys.module';
import { JobsModule } from '../jobs/jobs.module';
import { MediaModule } from '../media/media.module';
import { SpeechModule } from '../speech/speech.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { GENERATION_PROVIDERS } from './generate/generation.providers';
import { GenerationsController } from './generate/generations.controller';
import { GenerationFeeding } from './public/generation-feeding';
import { RenderQueue } from './public/render-queue';
import { TimelinesController } from './handoff/timelines.controller';
import { TimelinesService } from './handoff/timelines.service';
import { GenerationEntity } from './records/generation.entity';
import { NumberingRepository } from './records/numbering.repository';
import { ProjectEntity } from './records/project.entity';
import { ProjectsRepository } from './records/projects.repository';
import { RenderEntity } from './records/render.entity';
import { SceneEntity } from './records/scene.entity';
import { ScenesRepository } from './records/scenes.repository';
import { ShotEntity } from './records/shot.entity';
import { ShotsRepository } from './records/shots.repository';
import { StoryMediaRepository } from './records/story-media.repository';
import { StoryRepository } from './records/story.repository';
import { TakeEntity } from './records/take.entity';
import { ShotSpeechService } from './speech/shot-speech.service';
import { SpeakController } from './speech/speak.controller';
import { SpeakService } from './speech/speak.service';
import { RENDER_PROVIDERS } from './renders/render.providers';
import { RendersController } from './renders/renders.controller';
import { TAKE_PROVIDERS } from './takes/take.providers';
import { TakesController } from './takes/takes.controller';
import { ProjectAccessService } from './tree/project-access.service';
import { ProjectsController } from './tree/projects.controller';
import { ProjectsService } from './tree/projects.service';
import { ScenesController } from './tree/scenes.controller';
import { ScenesService } from './tree/scenes.service';
import { ShotFieldsService } from './tree/shot-fields.service';
import { ShotsController } from './tree/shots.controller';
import { ShotsService } from './tree/shots.service';
import { StoryChangesService } from './tree/story-changes.service';
import { StoryChecksService } from './tree/story-checks.service';
import { StoryDeletionsService } from './tree/story-deletions.service';
import { StoryOrderService } from './tree/story-order.service';
import { StoryRecordsService } from './tree/story-records.service';
import { StoryReferencesService } from './tree/story-references.service';

registerFeature('projects');

/** Stories: projects with scenes, shots, takes and final renders. */
@Module({
  imports: [
    AgentKeysModule,
    AuditModule,
    CharactersModule,
    GenerationModule,
    JobsModule,
    DatabaseModule.forFeature([
      ProjectEntity,
      SceneEntity,
      ShotEntity,
      TakeEntity,
      GenerationEntity,
      RenderEntity,
    ]),
    ImagingModule,
    MediaModule,
    SpeechModule,
    WorkflowsModule,
  ],
  controllers: [
    ProjectsController,
    ScenesController,
    ShotsController,
    SpeakController,
    RendersController,
    TimelinesController,
    TakesController,
    GenerationsController,
  ],
  providers: [
    NumberingRepository,
    ProjectsRepository,
    ScenesRepository,
    ShotsRepository,
    StoryMediaRepository,
    StoryRepository,
    ProjectAccessService,
    ProjectsService,
    ScenesService,
    ShotFieldsService,
    ShotsService,
    StoryChangesService,
    StoryChecksService,
    StoryDeletionsService,
    StoryOrderService,
    StoryRecordsService,
    StoryReferencesService,
    ShotSpeechService,
    SpeakService,
    ...RENDER_PROVIDERS,
    TimelinesService,
    ...TAKE_PROVIDERS,
    ...GENERATION_PROVIDERS,
  ],
  exports: [GenerationFeeding, RenderQueue],
})
export class ProjectsModule {}
