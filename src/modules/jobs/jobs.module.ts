import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { Collector } from './collector.service';
import { Dispatcher } from './dispatcher.service';
import { FinalJobs } from './final-jobs';
import { HandOver } from './hand-over.service';
import { InputStaging } from './input-staging.service';
import { JobCancel } from './job-cancel.service';
import { EngineTime } from './engine-time';
import { JobEngine } from './job-engine.service';
import { JobFeed } from './job-feed.service';
import { JobFreshness } from './job-freshness.service';
import { HousekeepingTime } from './housekeeping-time';
import { JobHousekeeping } from './job-housekeeping.service';
import { JobLedger } from './job-ledger.service';
import { JobListeners } from './job-listeners.service';
import { JobQueues } from './job-queues.repository';
import { JobTurnEntity } from './job-turn.entity';
import { JobTurns } from './job-turns.repository';
import { QueuePositions } from './queue-positions.service';
import { JobListRepository } from './job-list.repository';
import { JobOutlooks } from './job-outlook.service';
import { JobSituations } from './job-situations.service';
import { JobCharacterEntity, JobOutputEntity, JobPayloadEntity } from './job-parts.entity';
import { JobPreviews } from './job-previews.service';
import { JobQueueService } from './job-queue.service';
import { NodeReadiness } from './node-readiness.service';
import { PromptSender } from './prompt-sender.service';
import { QueueSurroundings } from './queue-surroundings';
import { JobReaderService } from './job-reader.service';
import { JobStreams } from './job-streams.service';
import { JobWaits } from './job-waits.service';
import { JobWatcher } from './job-watcher.service';
import { JobWork } from './job-work.service';
import { JobEntity } from './job.entity';
import { EventsController } from './events.controller';
import { JobsController } from './jobs.controller';
import { JobsRepository } from './jobs.repository';
import { JobsService } from './jobs.service';
import { LiveJobs } from './live-jobs.service';
import { NewJobsRepository } from './new-jobs.repository';
import { NodeChoice } from './node-choice.service';
import { OpenJobs } from './open-jobs';
import { OwnPromptsRepository } from './own-prompts.repository';
import { JobEngineControl } from './public/job-engine-control';
import { JobQueue, JobReader } from './public/job-queue';
import { OwnPrompts } from './public/own-prompts';
import { UnfinishedJobs } from './public/unfinished-jobs';
import { Rounds } from './rounds.service';
import { RunMemory } from './run-memory.service';
import { RunRecorder } from './run-recorder.service';
import { UnfinishedJobsRepository } from './unfinished-jobs.repository';

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
    JobTurns,
    JobQueues,
    QueuePositions,
    JobLedger,
    // handing over
    Dispatcher,
    HandOver,
    InputStaging,
    PromptSender,
    NodeChoice,
    NodeReadiness,
    // watching and collecting
    JobWatcher,
    Rounds,
    LiveJobs,
    Collector,
    RunMemory,
    RunRecorder,
    // the engine
    JobWork,
    JobHousekeeping,
    HousekeepingTime,
    EngineTime,
    JobListeners,
    JobEngine,
    // reading
    JobsService,
    JobWaits,
    JobFreshness,
    JobOutlooks,
    JobSituations,
    JobPreviews,
    JobFeed,
    JobStreams,
    JobCancel,
    QueueSurroundings,
    { provide: JobQueue, useClass: JobQueueService },
    { provide: JobReader, useClass: JobReaderService },
    { provide: OwnPrompts, useClass: OwnPromptsRepository },
    { provide: UnfinishedJobs, useClass: UnfinishedJobsRepository },
    { provide: JobEngineControl, useExisting: JobEngine },
  ],
  exports: [JobQueue, JobReader, OwnPrompts, UnfinishedJobs, JobEngineControl],
})
export class JobsModule {}
