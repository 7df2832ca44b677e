import { Module } from '@nestjs/common';
import { CharactersModule } from '../characters/characters.module';
import { JobsModule } from '../jobs/jobs.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { GenerationController } from './generation.controller';
import { GenerationService } from './generation.service';
import { InputFileFinder } from './input-files.service';
import { NodeChooser } from './node-chooser.service';
import { PlannerService } from './planner.service';
import { GenerationPlanner } from './public/generation-planner';
import { RepeatableGeneration } from './repeatable-generation.service';
import { RequestReader } from './request-reader.service';
import { RerunService } from './rerun.service';
import { StagingKeyStore } from './staging-key.store';

/** Image and video requests → checked plan → graph → job. The one way to make a job. */
@Module({
  imports: [CharactersModule, JobsModule, MediaModule, ProvidersModule, WorkflowsModule],
  controllers: [GenerationController],
  providers: [
    // the plan
    RequestReader,
    NodeChooser,
    InputFileFinder,
    StagingKeyStore,
    { provide: GenerationPlanner, useClass: PlannerService },
    // the job
    GenerationService,
    RerunService,
    RepeatableGeneration,
  ],
  exports: [GenerationPlanner],
})
export class GenerationModule {}
