import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { CollectorService } from './collecting/collector.service';
import { DispatcherService } from './dispatch/dispatcher.service';
import { FinalJobs } from './records/final-jobs';
import { SubmissionService } from './dispatch/submission.service';
import { InputStagingService } from './dispatch/input-staging.service';
import { JobCancel } from './reading/job-cancel.service';
import { EngineTime } from './tracking/engine-time';
import { JobEngineService } from './tracking/job-engine.service';
import { JobFeedService } from './feed/job-feed.service';
import { JobFreshness } from './reading/job-freshness.service';
import { HousekeepingTime } from './dispatch/housekeeping-time';
import { JobHousekeepingService } from './dispatch/job-housekeeping.service';
import { JobStateService } from './tracking/job-state.service';
import { JobListeners } from './tracking/job-listeners.service';
import { WaitingJobsRepository } from './queue/waiting-jobs.repository';
import { JobCharacterEntity, JobEntity, JobOutputEntity, JobPayloadEntity, JobTurnEntity } from './records/job.entity';
import { OwnerTurnsRepository } from './queue/owner-turns.repository';
import { QueuePositionsService } from './queue/queue-positions.service';
import { JobListRepository } from './records/job-list.repository';
import { JobOutlookService } from './reading/job-outlook.service';
import { JobSituations } from './reading/job-situations.service';
import { JobPreviews } from './reading/job-previews.service';
import { JobQueueService } from './queue/job-queue.service';
import { NodeReadiness } from './dispatch/node-readiness.service';
import { PromptSender } from './dispatch/prompt-sender.service';
import { QueueSurroundings } from './queue/queue-surroundings';
import { JobReaderService } from './reading/job-reader.service';
import { JobStreamsService } from './feed/job-streams.service';
import { JobWaitService } from './reading/job-wait.service';
import { JobLookupService } from './tracking/job-lookup.service';
import { JobWork } from './tracking/job-work.service';
import { EventsController } from './events.controller';
import { JobsController } from './jobs.controller';
import { JobsRepository } from './records/jobs.repository';
import { JobsService } from './reading/jobs.service';
import { LiveJobsService } from './feed/live-jobs.service';
import { NewJobsRepository } from './queue/new-jobs.repository';
import { NodeSelectionService } from './dispatch/node-selection.service';
import { OpenJobs } from './records/open-jobs';
import { OwnPromptsRepository } from './reading/own-prompts.repository';
import { JobEngineControl } from './public/job-engine-control';
import { JobQueue, JobReader } from './public/job-queue';
import { OwnPrompts } from './public/own-prompts';
import { UnfinishedJobs } from './public/unfinished-jobs';
import { PollingService } from './tracking/polling.service';
import { RunMemoryService } from './collecting/run-memory.service';
import { RunRecorderService } from './collecting/run-recorder.service';
import { UnfinishedJobsRepository } from './reading/unfinished-jobs.repository';

@Module({
  imports: [
    DatabaseModule.forFeature([
      JobEntity,
      JobPayloadEntity,
      JobOutputEntity,
      JobCharacterEntity,
      JobTurnEntity,
    ]),
    MediaModule,
    ProvidersModule,
    WorkflowsModule,
  ],
  controllers: [JobsController, EventsController],
  providers: [
    OpenJobs,
    FinalJobs,
    JobsRepository,
    NewJobsRepository,
    JobListRepository,
    OwnerTurnsRepository,
    WaitingJobsRepository,
    QueuePositionsService,
    JobStateService,
    // handing over
    DispatcherService,
    SubmissionService,
    InputStagingService,
    PromptSender,
    NodeSelectionService,
    NodeReadiness,
    // watching and collecting
    JobLookupService,
    PollingService,
    LiveJobsService,
    CollectorService,
    RunMemoryService,
    RunRecorderService,
    // the engine
    JobWork,
    JobHousekeepingService,
    HousekeepingTime,
    EngineTime,
    JobListeners,
    JobEngineService,
    // reading
    JobsService,
    JobWaitService,
    JobFreshness,
    JobOutlookService,
    JobSituations,
    JobPreviews,
    JobFeedService,
    JobStreamsService,
    JobCancel,
    QueueSurroundings,
    { provide: JobQueue, useClass: JobQueueService },
    { provide: JobReader, useClass: JobReaderService },
    { provide: OwnPrompts, useClass: OwnPromptsRepository },
    { provide: UnfinishedJobs, useClass: UnfinishedJobsRepository },
    { provide: JobEngineControl, useExisting: JobEngineService },
  ],
  exports: [JobQueue, JobReader, OwnPrompts, UnfinishedJobs, JobEngineControl],
})
export class JobsModule {}
