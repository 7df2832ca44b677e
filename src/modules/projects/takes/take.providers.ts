import type { Provider } from '@nestjs/common';
import { TakesRepository } from '../records/takes.repository';
import { ShotTakesService } from './shot-takes.service';
import { ShotsToTakeService } from './shots-to-take.service';
import { TakeChangesService } from './take-changes.service';
import { TakeEndsService } from './take-ends.service';
import { TakeJobsService } from './take-jobs.service';
import { TakePlannerService } from './take-planner.service';
import { TakeRecordsService } from './take-records.service';
import { TakesService } from './takes.service';

export const TAKE_PROVIDERS: readonly Provider[] = [
  TakesRepository,
  ShotsToTakeService,
  ShotTakesService,
  TakeChangesService,
  TakeEndsService,
  TakeJobsService,
  TakePlannerService,
  TakeRecordsService,
  TakesService,
];
