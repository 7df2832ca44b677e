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
  constructor(field: string, from: SourceTake | null) {
    const what =
      from === null ? 'a neighbouring shot, and there is none' : `${TAKE_NAMES[from.kind]} first`;
    super(
      SOURCE_MISSING,
      `The clip needs ${what}: ${field} of the shot or the workflow asks for it.`,
      {
        extras: { field, shot_id: from?.shotId ?? null, kind: from?.kind ?? null },
      },
    );
  }
}

const TAKE_NAMES = {
  image: 'a selected picture',
  video: 'a selected clip',
  speech: 'speech',
} as const;
