import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { ImagingModule } from '../../platform/imaging/imaging.module';
import { registerFeature } from '../../platform/observability/features';
import { CharactersModule } from '../characters/characters.module';
import { MediaModule } from '../media/media.module';
import { SpeechModule } from '../speech/speech.module';
import { GenerationEntity } from './records/generation.entity';
import { ProjectEntity } from './records/project.entity';
import { RenderEntity } from './records/render.entity';
import { SceneEntity } from './records/scene.entity';
import { ShotEntity } from './records/shot.entity';
import { StoryRepository } from './records/story.repository';
import { TakeEntity } from './records/take.entity';
import { ShotSpeechService } from './speech/shot-speech.service';
import { SpeakController } from './speech/speak.controller';
import { SpeakService } from './speech/speak.service';
import { ProjectAccessService } from './tree/project-access.service';

registerFeature('projects');

/** Stories: projects with scenes, shots, takes and final renders. */
@Module({
  imports: [
    CharactersModule,
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
  ],
  controllers: [SpeakController],
  providers: [StoryRepository, ProjectAccessService, ShotSpeechService, SpeakService],
})
export class ProjectsModule {}
