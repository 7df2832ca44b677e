import type { Provider } from '@nestjs/common';
import { DrawableCaptionsService } from '../captions/drawable-captions.service';
import { FilmFilesStore } from '../film/film-files.store';
import { FilmMakerService } from '../film/film-maker.service';
import { FilmSegmentsService } from '../film/film-segments.service';
import { FilmSoundService } from '../film/film-sound.service';
import { FilmPlansService } from '../preflight/film-plans.service';
import { RenderQueue } from '../public/render-queue';
import { RendersRepository } from '../records/renders.repository';
import { SpeechTimesRepository } from '../records/speech-times.repository';
import { RenderEventsService } from './render-events.service';
import { RenderMakerService } from './render-maker.service';
import { RenderRequestsService } from './render-requests.service';
import { RenderWorkerService } from './render-worker.service';
import { RendersService } from './renders.service';

/** Providers of renders and films. */
export const RENDER_PROVIDERS: Provider[] = [
  DrawableCaptionsService,
  FilmFilesStore,
  FilmMakerService,
  FilmPlansService,
  FilmSegmentsService,
  FilmSoundService,
  RenderEventsService,
  RenderMakerService,
  RenderRequestsService,
  RendersRepository,
  RendersService,
  SpeechTimesRepository,
  { provide: RenderQueue, useClass: RenderWorkerService },
];
