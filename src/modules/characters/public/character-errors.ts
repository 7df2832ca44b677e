import { AppError, errorSpec } from '../../../platform/errors/app-error';
import { firstNames, joinNames } from '../../../platform/errors/name-list';
import { nearestNames, withNearest } from '../../../platform/nearest-names';

const NOT_FOUND = errorSpec({
  code: 'character_not_found',
  status: 404,
  meaning: 'There is no character with this id. Send another one, or none.',
});

export class CharacterNotFound extends AppError {
  constructor() {
    super(NOT_FOUND, 'There is no character with this id.', { hint: 'GET /api/characters' });
  }
}

const NOT_ALLOWED = errorSpec({
  code: 'character_not_allowed',
  status: 403,
  meaning:
    "The character is not on the key's list of allowed characters. Send another one, or none.",
});

/** Depends on the id alone, so it does not reveal which characters exist. */
export class CharacterNotAllowed extends AppError {
  constructor(requested: string, allowed: readonly string[]) {
    const nearest = nearestNames(requested, allowed);
    super(NOT_ALLOWED, withNearest('This key may not use this character.', nearest), {
      hint: `This key may use: ${joinNames(allowed)}. An admin can allow more.`,
      extras: { requested, nearest, allowed_characters: firstNames(allowed) },
    });
  }
}

const READ_ONLY = errorSpec({
  code: 'character_read_only',
  status: 403,
  meaning:
    'The character was created with another key. Its creator and admins can replace, change and delete it; others create one with another id.',
});

export class CharacterReadOnly extends AppError {
  constructor() {
    super(
      READ_ONLY,
      'Another key created this character: only that key and admins can change it. Create one with another id.',
      { hint: 'POST /api/characters' },
    );
  }
}
