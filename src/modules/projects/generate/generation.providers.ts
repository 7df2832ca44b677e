import type { Provider } from '@nestjs/common';
import { GenerationFeeding } from '../public/generation-feeding';
import { GenerationsRepository } from '../records/generations.repository';
import { BulkRequestsService } from './bulk-requests.service';
import { GenerationCreationService } from './generation-creation.service';
import { GenerationFeederService } from './generation-feeder.service';
import { GenerationPlannerService } from './generation-planner.service';
import { GenerationStepsService } from './generation-steps.service';
import { GenerationTakesService } from './generation-takes.service';
import { GenerationsService } from './generations.service';
import { OpenGenerationsService } from './open-generations.service';
import { SpeechRunsService } from './speech-runs.service';
import { SpeechTakesService } from './speech-takes.service';
import { TakeCancellationService } from './take-cancellation.service';

/** Providers of generations: calls that make takes of many shots. */
export const GENERATION_PROVIDERS: readonly Provider[] = [
  GenerationsRepository,
  BulkRequestsService,
  GenerationCreationService,
  { provide: GenerationFeeding, useClass: GenerationFeederService },
  GenerationPlannerService,
  GenerationStepsService,
  GenerationTakesService,
  GenerationsService,
  OpenGenerationsService,
  SpeechRunsService,
  SpeechTakesService,
  TakeCancellationService,
];
