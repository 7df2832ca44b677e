import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { GenerationEntity } from './records/generation.entity';
import { ProjectEntity } from './records/project.entity';
import { RenderEntity } from './records/render.entity';
import { SceneEntity } from './records/scene.entity';
import { ShotEntity } from './records/shot.entity';
import { StoryRepository } from './records/story.repository';
import { TakeEntity } from './records/take.entity';
import { ProjectAccessService } from './tree/project-access.service';

registerFeature('projects');

/** Stories: projects with scenes, shots, takes and final renders. */
@Module({
  imports: [
    DatabaseModule.forFeature([
      ProjectEntity,
      SceneEntity,
      ShotEntity,
      TakeEntity,
      GenerationEntity,
      RenderEntity,
    ]),
  ],
  providers: [StoryRepository, ProjectAccessService],
})
export class ProjectsModule {}
