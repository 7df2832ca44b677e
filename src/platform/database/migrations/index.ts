import type { MigrationInterface } from 'typeorm';
import { Jobs0001 } from './0001-jobs';
import { Idempotency0002 } from './0002-idempotency';
import { WorkflowRunTimes0003 } from './0003-workflow-run-times';
import { Media0004 } from './0004-media';
import { Agents0005 } from './0005-agents';
import { JobTurns0006 } from './0006-job-turns';
import { IdempotencyRights0007 } from './0007-idempotency-rights';
import { RunClasses0008 } from './0008-run-classes';
import { JobPriorities0009 } from './0009-job-priorities';
import { JobMoves0010 } from './0010-job-moves';
import { JobWarnings0011 } from './0011-job-warnings';
import { Batches0012 } from './0012-batches';
import { PresetsAndPrompts0013 } from './0013-presets-and-prompts';
import { JobTexts0014 } from './0014-job-texts';
import { WorkflowUses0015 } from './0015-workflow-uses';
import { Models0016 } from './0016-models';
import { JobTimelines0017 } from './0017-job-timelines';
import { OwnerBytes0018 } from './0018-owner-bytes';
import { Library0019 } from './0019-library';
import { Characters0020 } from './0020-characters';
import { Collections0021 } from './0021-collections';
import { UniqueUploads0022 } from './0022-unique-uploads';
import { NearDuplicates0023 } from './0023-near-duplicates';
import { UnrenderedMedia0024 } from './0024-unrendered-media';
import { MediaOperations0025 } from './0025-media-operations';
import { FailedMediaOperations0026 } from './0026-failed-media-operations';
import { Story0027 } from './0027-story';
import { SpeechCache0028 } from './0028-speech-cache';
import { TrainingDatasets0029 } from './0029-training-datasets';
import { WordBeginnings0030 } from './0030-word-beginnings';
import { TrainingRuns0031 } from './0031-training-runs';
import { PublishedLoras0032 } from './0032-published-loras';
import { TrainingMedia0033 } from './0033-training-media';
import { ContinuedTrainingRuns0034 } from './0034-continued-training-runs';
import { Outbox0035 } from './0035-outbox';
import { Webhooks0036 } from './0036-webhooks';
import { Links0037 } from './0037-links';
import { Chat0038 } from './0038-chat';
import { OwnerOtherBytes0045 } from './0045-owner-other-bytes';
import { TrainingErrorCode0046 } from './0046-training-error-code';
import { DeliverySizes0047 } from './0047-delivery-sizes';
import { OutboxKinds0048 } from './0048-outbox-kinds';
import { NewestMatches0049 } from './0049-newest-matches';
import { OriginPlaces0050 } from './0050-origin-places';

/** In the order in which they run. A released migration is never edited: a change of the schema gets a new one. */
export const MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  Jobs0001,
  Idempotency0002,
  WorkflowRunTimes0003,
  Media0004,
  Agents0005,
  JobTurns0006,
  IdempotencyRights0007,
  RunClasses0008,
  JobPriorities0009,
  JobMoves0010,
  JobWarnings0011,
  Batches0012,
  PresetsAndPrompts0013,
  JobTexts0014,
  WorkflowUses0015,
  Models0016,
  JobTimelines0017,
  OwnerBytes0018,
  Library0019,
  Characters0020,
  Collections0021,
  UniqueUploads0022,
  NearDuplicates0023,
  UnrenderedMedia0024,
  MediaOperations0025,
  FailedMediaOperations0026,
  Story0027,
  SpeechCache0028,
  TrainingDatasets0029,
  WordBeginnings0030,
  TrainingRuns0031,
  PublishedLoras0032,
  TrainingMedia0033,
  ContinuedTrainingRuns0034,
  Outbox0035,
  Webhooks0036,
  Links0037,
  Chat0038,
  OwnerOtherBytes0045,
  TrainingErrorCode0046,
  DeliverySizes0047,
  OutboxKinds0048,
  NewestMatches0049,
  OriginPlaces0050,
];
