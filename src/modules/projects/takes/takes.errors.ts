import { codedError } from '../../../platform/errors/app-error';
import { CharacterNotFound } from '../../characters/public/character-errors';
import type { CastOrigin } from './compose-take';
import type { Source, TakeKey } from './take-sources';

export class TakeNotFound extends codedError({
  code: 'take_not_found',
  status: 404,
  meaning: 'The shot has no take with this id. GET …/shots/{shot_id}/takes lists them.',
}) {
  constructor() {
    super('The shot has no take with this id.');
  }
}

export class TakeNotCompleted extends codedError({
  code: 'take_not_completed',
  status: 409,
  meaning: 'Only a completed take can be selected, approved or rejected.',
}) {
  constructor(status: string) {
    super(`This take is ${status}: only completed takes can be selected, approved or rejected.`, {
      extras: { status },
    });
  }
}

/** A clip needs a picture, clip or speech that no shot has yet, or whose file was deleted. */
export class ShotSourceMissing extends codedError({
  code: 'shot_source_missing',
  status: 409,
  meaning:
    'The clip starts from, ends at or follows a picture, clip or speech that its shots do not have yet, or whose file was deleted (`path`). `field` names what asks for it, `shot_id` and `kind` the take to make and select first; both are null where no take can be it.',
}) {
  constructor({ field, path, from }: Pick<Source, 'field' | 'path' | 'from'>, projectId: string) {
    const shot = { field, shot_id: from?.shotId ?? null, kind: from?.kind ?? null };
    const extras = path === null ? shot : { ...shot, path };
    const hint = `GET /api/projects/${projectId}`;
    super(whyMissing(field, path, from), { hint, extras });
  }
}

function whyMissing(field: string, path: string | null, from: TakeKey | null): string {
  if (path !== null) return deleted(field, path, from);
  return from === null ? noNeighbour(field) : noTake(field, from.kind);
}

const deleted = (field: string, path: string, from: TakeKey | null): string =>
  `The clip needs ${path} because of ${field}, and this file was deleted. Restore it with POST /api/media/restore if it is still in the trash; otherwise ${
    from === null
      ? `change ${field} of the shot`
      : `make the ${from.kind} take of shot_id, or select another one`
  }. Then send this again.`;

const noNeighbour = (field: string): string =>
  `The clip needs a neighbouring shot because of ${field}, and there is none. Change ${field} of the shot.`;

const noTake = (field: string, kind: TakeKey['kind']): string =>
  `The clip needs ${TAKE_NAMES[kind]} because of ${field}, and none is selected. Make the ${kind} take of shot_id; if it is running already, wait until it has completed. Then send this again.`;

const TAKE_NAMES = {
  image: 'a picture',
  video: 'another clip',
  speech: 'speech',
} as const;

/** A character of the cast was deleted after the shot, scene or project got it. */
export class CastMemberNotFound extends CharacterNotFound {
  constructor(requested: string, { of, path }: CastOrigin) {
    const hint = `PATCH ${path}`;
    super(requested, {
      detail: `The character '${requested}' in the cast of the ${of} doesn't exist any more. Send the characters of the ${of} without it (${hint}), send characters with this take, or make it again with POST /api/characters.`,
      hint,
    });
  }
}
