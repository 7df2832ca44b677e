import { AppError, errorSpec } from '../../../platform/errors/app-error';
import type { ChosenShot } from './bulk-choice';

const GENERATION_NOT_FOUND = errorSpec({
  code: 'generation_not_found',
  status: 404,
  meaning:
    'The project has no generation with this id. GET /api/projects/{project_id}/generations lists them.',
});

export class GenerationNotFound extends AppError {
  constructor(projectId: string) {
    super(GENERATION_NOT_FOUND, 'The project has no generation with this id.', {
      hint: `GET /api/projects/${projectId}/generations`,
    });
  }
}

const GENERATION_FINISHED = errorSpec({
  code: 'generation_finished',
  status: 409,
  meaning: 'The generation has ended already, so there is nothing to cancel.',
});

export class GenerationFinished extends AppError {
  constructor(status: string) {
    super(GENERATION_FINISHED, `The generation can't be cancelled any more: it is ${status}.`, {
      extras: { status },
    });
  }
}

const GENERATION_CAP = errorSpec({
  code: 'generation_cap',
  status: 429,
  meaning:
    'The key has reached its limit of unfinished generations. Wait until one ends, or cancel one.',
});

export class GenerationCap extends AppError {
  constructor(cap: number) {
    super(
      GENERATION_CAP,
      `This key has ${cap} unfinished generations, which is the most. Wait until one ends, or cancel one.`,
      { headers: { 'Retry-After': '30' } },
    );
  }
}

const NOTHING_TO_MAKE = errorSpec({
  code: 'nothing_to_make',
  status: 409,
  meaning:
    'No shot of the call gets a take; `skipped` says why. Where the call takes `only` and `shot_ids`, send others.',
});

export class NothingToMake extends AppError {
  constructor(skipped: readonly unknown[]) {
    super(
      NOTHING_TO_MAKE,
      skipped.length === 0
        ? 'No shot gets a take: the project has no shots yet or, to regenerate, no takes.'
        : 'No shot gets a take: `skipped` says why. To make some all the same, send …/generate with another `only` or other `shot_ids`.',
      { extras: { skipped } },
    );
  }
}

const PLANNING_BUSY = errorSpec({
  code: 'generation_planning_busy',
  status: 503,
  meaning:
    'Too many bulk calls of this caller, or of all callers, wait to be planned. Send it again after Retry-After seconds.',
});

export class GenerationPlanningBusy extends AppError {
  constructor() {
    super(PLANNING_BUSY, 'Too many bulk calls wait to be planned. Send it again in five seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
}

/** The refusal of one take, which refuses its whole call. */
export class TakeRefused extends AppError {
  constructor(refusal: AppError, { shot: { shot }, kind }: ChosenShot) {
    const { spec, message, hint, extras, headers } = refusal;
    super(spec, `Shot ${shot.id}: ${message}`, {
      ...(hint === undefined ? {} : { hint }),
      extras: { shot_id: shot.id, kind, ...extras },
      headers,
    });
  }
}
