import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { CollectorService } from './collecting/collector.service';
import { OutputStoreService } from './collecting/output-store.service';
import { RunRecorderService } from './collecting/run-recorder.service';
import { DispatcherService } from './dispatch/dispatcher.service';
import { InputStagingService } from './dispatch/input-staging.service';
import { JobHousekeepingService } from './dispatch/job-housekeeping.service';
import { NodeSelectionService } from './dispatch/node-selection.service';
import { SubmissionService } from './dispatch/submission.service';
import { WithdrawalService } from './dispatch/withdrawal.service';
import { EventsController } from './events.controller';
import { JobEventsService } from './feed/job-events.service';
import { JobFeedService } from './feed/job-feed.service';
import { JobStreamsService } from './feed/job-streams.service';
import { NodeFlipEventsService } from './feed/node-flip-events.service';
import { OpenJobEventsService } from './feed/open-job-events.service';
import { QueueFeedService } from './feed/queue-feed.service';
import { LiveJobsService } from './feed/live-jobs.service';
import { JobsController } from './jobs.controller';
import { BatchJobs } from './public/batch-jobs';
import { ProjectJobHooks } from './public/job-hooks';
import { JobEngineControl, JobQueue } from './public/job-queue';
import { JobCanceller } from './public/job-canceller';
import { JobReader } from './public/job-reader';
import { JobAdmissionService } from './queue/job-admission.service';
import { JobQueueService } from './queue/job-queue.service';
import { NewJobsRepository } from './queue/new-jobs.repository';
import { OwnerTurnsRepository } from './queue/owner-turns.repository';
import { QueuePositionsService } from './queue/queue-positions.service';
import { VerdictService } from './queue/verdict.service';
import { WaitingJobsRepository } from './queue/waiting-jobs.repository';
import { BatchJobsService } from './reading/batch-jobs.service';
import { JobMetricsService } from './reading/job-metrics.service';
import { JobOutlookService } from './reading/job-outlook.service';
import { JobReaderService } from './reading/job-reader.service';
import { JobWaitService } from './reading/job-wait.service';
import { JobCancelService } from './reading/job-cancel.service';
import { JobSituationService } from './reading/job-situation.service';
import { JobViewsService } from './reading/job-views.service';
import { JobsService } from './reading/jobs.service';
import { BatchJobsRepository } from './records/batch-jobs.repository';
import {
  JobCharacterEntity,
  JobEntity,
  JobOutputEntity,
  JobPayloadEntity,
  JobTextEntity,
  JobTurnEntity,
  JobWithdrawalEntity,
} from './records/job.entity';
import { JobCache } from './records/job-cache';
import { JobOutputsRepository } from './records/job-outputs.repository';
import { JobListRepository } from './records/job-list.repository';
import { JobsRepository } from './records/jobs.repository';
import { WithdrawalsRepository } from './records/withdrawals.repository';
import { JobEngineService } from './tracking/job-engine.service';
import { JobStateService } from './tracking/job-state.service';
import { NodeReachabilityService } from './tracking/node-reachability.service';
import { RunningJobsService } from './tracking/running-jobs.service';
import { PollingService } from './tracking/polling.service';

@Module({
  imports: [
    DatabaseModule.forFeature([
      JobEntity,
      JobPayloadEntity,
      JobOutputEntity,
      JobCharacterEntity,
      JobTextEntity,
      JobTurnEntity,
      JobWithdrawalEntity,
    ]),
    MediaModule,
    ProvidersModule,
    WorkflowsModule,
  ],
  controllers: [JobsController, EventsController],
  providers: [
    JobCache,
    JobsRepository,
    JobListRepository,
    JobOutputsRepository,
    WithdrawalsRepository,
    BatchJobsRepository,
    // queue
    { provide: JobQueue, useClass: JobQueueService },
    JobAdmissionService,
    NewJobsRepository,
    WaitingJobsRepository,
    OwnerTurnsRepository,
    QueuePositionsService,
    VerdictService,
    // dispatch
    DispatcherService,
    SubmissionService,
    InputStagingService,
    JobHousekeepingService,
    NodeSelectionService,
    WithdrawalService,
    // tracking
    ProjectJobHooks,
    JobStateService,
    NodeReachabilityService,
    PollingService,
    RunningJobsService,
    JobEngineService,
    { provide: JobEngineControl, useExisting: JobEngineService },
    // collecting
    CollectorService,
    OutputStoreService,
    RunRecorderService,
    // feed
    LiveJobsService,
    JobEventsService,
    JobFeedService,
    NodeFlipEventsService,
    OpenJobEventsService,
    QueueFeedService,
    JobStreamsService,
    // reading
    JobsService,
    JobWaitService,
    JobMetricsService,
    JobOutlookService,
    JobSituationService,
    JobViewsService,
    JobCancelService,
    { provide: JobCanceller, useExisting: JobCancelService },
    { provide: JobReader, useClass: JobReaderService },
    { provide: BatchJobs, useClass: BatchJobsService },
  ],
  exports: [BatchJobs, JobQueue, JobCanceller, JobReader, JobEngineControl, ProjectJobHooks],
})
export class JobsModule {}
