import { Module } from '@nestjs/common';
import { CharactersModule } from '../characters/characters.module';
import { JobsModule } from '../jobs/jobs.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { GenerationController } from './generation.controller';
import { GenerationService } from './generation.service';
import { InputFilesService } from './inputs/input-files.service';
import { NodeChooserService } from './nodes/node-chooser.service';
import { NodeQueuesService } from './nodes/node-queues.service';
import { PlanController } from './plan/plan.controller';
import { PlanService } from './plan/plan.service';
import { PlannerService } from './plan/planner.service';
import { GenerationPlanner } from './public/generation-planner';
import { RepeatableGeneration } from './repeatable-generation.service';
import { RequestReader } from './request-reader.service';
import { RerunService } from './rerun.service';
import { StagingKeyStore } from './inputs/staging-key.store';
import { UnknownFieldsService } from './unknown-fields.service';

/** Image and video requests → checked plan → graph → job. The one way to make a job. */
@Module({
  imports: [CharactersModule, JobsModule, MediaModule, ProvidersModule, WorkflowsModule],
  controllers: [GenerationController, PlanController],
  providers: [
    // the plan
    UnknownFieldsService,
    RequestReader,
    NodeChooserService,
    NodeQueuesService,
    InputFilesService,
    StagingKeyStore,
    { provide: GenerationPlanner, useClass: PlannerService },
    PlanService,
    // the job
    GenerationService,
    RerunService,
    RepeatableGeneration,
  ],
  exports: [GenerationPlanner],
})
export class GenerationModule {}
