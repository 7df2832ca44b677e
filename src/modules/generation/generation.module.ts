import { Module } from '@nestjs/common';
import { CharactersModule } from '../characters/characters.module';
import { JobsModule } from '../jobs/jobs.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { GenerationController } from './generation.controller';
import { BoundCharactersService } from './characters/bound-characters.service';
import { InputFilesService } from './inputs/input-files.service';
import { StagingKeyStore } from './inputs/staging-key.store';
import { NodeChooserService } from './nodes/node-chooser.service';
import { NodeQueuesService } from './nodes/node-queues.service';
import { ModelsModule } from '../models/models.module';
import { MisfitLorasService } from './plan/misfit-loras.service';
import { PlanController } from './plan/plan.controller';
import { PlanService } from './plan/plan.service';
import { PlannerService } from './plan/planner.service';
import { GenerationPlanner } from './public/generation-planner';
import { LatestLoras } from './public/latest-loras';
import { EarlierPromptEntity } from './prompts/earlier-prompt.entity';
import { EarlierPromptsController } from './prompts/earlier-prompts.controller';
import { EarlierPromptsRepository } from './prompts/earlier-prompts.repository';
import { EarlierPromptsService } from './prompts/earlier-prompts.service';
import { RequestHistory } from './public/request-history';
import { GenerationRequests } from './public/generation-requests';
import { GenerationRequestsService } from './request/generation-requests.service';
import { RequestReaderService } from './request/request-reader.service';
import { BodyAdviceService } from './request/body-advice.service';
import { GenerationService } from './submit/generation.service';
import { RerunService } from './submit/rerun.service';
import { StoredRequestService } from './submit/stored-request.service';
import { registerFeature } from '../../platform/observability/features';

registerFeature('plan');
registerFeature('prompts');

/** Turns image and video requests into checked plans, graphs and jobs. Jobs are created only here. */
@Module({
  imports: [
    ModelsModule,
    DatabaseModule.forFeature([EarlierPromptEntity]),
    CharactersModule,
    JobsModule,
    MediaModule,
    ProvidersModule,
    WorkflowsModule,
  ],
  controllers: [GenerationController, PlanController, EarlierPromptsController],
  providers: [
    // the plan
    BodyAdviceService,
    { provide: GenerationRequests, useClass: GenerationRequestsService },
    RequestReaderService,
    BoundCharactersService,
    NodeChooserService,
    NodeQueuesService,
    InputFilesService,
    StagingKeyStore,
    LatestLoras,
    { provide: GenerationPlanner, useClass: PlannerService },
    MisfitLorasService,
    PlanService,
    // the job
    EarlierPromptsRepository,
    EarlierPromptsService,
    { provide: RequestHistory, useExisting: EarlierPromptsService },
    GenerationService,
    RerunService,
    StoredRequestService,
  ],
  exports: [GenerationPlanner, GenerationRequests, LatestLoras, RequestHistory],
})
export class GenerationModule {}
