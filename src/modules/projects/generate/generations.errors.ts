import { AppError, codedError } from '../../../platform/errors/app-error';
import type { ChosenShot } from './bulk-choice';

export class GenerationNotFound extends codedError({
  code: 'generation_not_found',
  status: 404,
  meaning:
    'The project has no generation with this id. GET /api/projects/{project_id}/generations lists them.',
}) {
  constructor(projectId: string) {
    super('The project has no generation with this id.', {
      hint: `GET /api/projects/${projectId}/generations`,
    });
  }
}

export class GenerationFinished extends codedError({
  code: 'generation_finished',
  status: 409,
  meaning: 'The generation has ended already, so there is nothing to cancel.',
}) {
  constructor(status: string) {
    super(`The generation can't be cancelled any more: it is ${status}.`, { extras: { status } });
  }
}

export class GenerationCap extends codedError({
  code: 'generation_cap',
  status: 429,
  meaning:
    'The key has reached its limit of unfinished generations. Wait until one ends, or cancel one.',
}) {
  constructor(cap: number) {
    super(
      `This key has ${cap} unfinished generations, which is the most. Wait until one ends, or cancel one.`,
      { headers: { 'Retry-After': '30' } },
    );
  }
}

/** Where no shot was considered. */
const NO_SHOTS = {
  generate: 'The project has no shots yet: add some first.',
  regenerate: 'No shot has a selected take yet: make the first ones with …/generate.',
};

export class NothingToMake extends codedError({
  code: 'nothing_to_make',
  status: 409,
  meaning:
    'No shot of the call gets a take; `skipped` says why. Where the call takes `only` and `shot_ids`, send others.',
}) {
  constructor(skipped: readonly unknown[], verb: 'generate' | 'regenerate') {
    super(
      skipped.length === 0
        ? NO_SHOTS[verb]
        : 'No shot gets a take: `skipped` says why. To make some anyway, send …/generate with `"only": "all"` or other `shot_ids`; a locked shot gets none, and speech needs `lines`.',
      { extras: { skipped } },
    );
  }
}

export class GenerationPlanningBusy extends codedError({
  code: 'generation_planning_busy',
  status: 503,
  meaning:
    'Too many bulk calls of this caller, or of all callers, wait to be planned. Send it again after Retry-After seconds.',
}) {
  constructor() {
    super('Too many bulk calls wait to be planned. Send it again in five seconds.', {
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
