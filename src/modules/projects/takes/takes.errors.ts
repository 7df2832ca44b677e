import { AppError, errorSpec } from '../../../platform/errors/app-error';
import type { SourceTake } from './take-sources';

const TAKE_NOT_FOUND = errorSpec({
  code: 'take_not_found',
  status: 404,
  meaning: 'The shot has no take with this id. GET …/shots/{shot_id}/takes lists them.',
});

export class TakeNotFound extends AppError {
  constructor() {
    super(TAKE_NOT_FOUND, 'The shot has no take with this id.');
  }
}

const TAKE_NOT_COMPLETED = errorSpec({
  code: 'take_not_completed',
  status: 409,
  meaning: 'Only a completed take can be selected, approved or rejected.',
});

export class TakeNotCompleted extends AppError {
  constructor(status: string) {
    super(
      TAKE_NOT_COMPLETED,
      `This take is ${status}: only completed takes can be selected, approved or rejected.`,
      {
        extras: { status },
      },
    );
  }
}

const SOURCE_MISSING = errorSpec({
  code: 'shot_source_missing',
  status: 409,
  meaning:
    'The clip starts from, ends at or follows a picture, clip or speech that its shots do not have yet. `field` names what asks for it, `shot_id` and `kind` the take to make and select first; both are null where the film has no such shot.',
});

/** A clip needs a picture, clip or speech that no shot has yet. */
export class ShotSourceMissing extends AppError {
  constructor(field: string, from: SourceTake | null, projectId: string) {
    super(SOURCE_MISSING, from === null ? noNeighbour(field) : noTake(field, from.kind), {
      hint: `GET /api/projects/${projectId}`,
      extras: { field, shot_id: from?.shotId ?? null, kind: from?.kind ?? null },
    });
  }
}

const noNeighbour = (field: string): string =>
  `The clip needs a neighbouring shot because of ${field}, and there is none. Change ${field} of the shot.`;

const noTake = (field: string, kind: SourceTake['kind']): string =>
  `The clip needs ${TAKE_NAMES[kind]} because of ${field}, and none is selected. Make the ${kind} take of shot_id; if it is running already, wait until it has completed. Then send this again.`;

const TAKE_NAMES = {
  image: 'a picture',
  video: 'another clip',
  speech: 'speech',
} as const;
