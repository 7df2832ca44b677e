import { AppError, errorSpec } from '../../../platform/errors/app-error';
import { firstNames, joinNames } from '../../../platform/errors/name-list';

const NOT_FOUND = errorSpec({
  code: 'character_not_found',
  status: 404,
  meaning: 'There is no character with this id.',
});

export class CharacterNotFound extends AppError {
  constructor() {
    super(NOT_FOUND, 'There is no character with this id.');
  }
}

const NOT_ALLOWED = errorSpec({
  code: 'character_not_allowed',
  status: 403,
  meaning: "The character is not on the key's list of allowed characters.",
});

/** Depends on the id alone, so it does not reveal which characters exist. */
export class CharacterNotAllowed extends AppError {
  constructor(allowed: readonly string[]) {
    super(NOT_ALLOWED, 'This key may not use this character.', {
      hint: `This key may use: ${joinNames(allowed)}`,
      extras: { allowed_characters: firstNames(allowed) },
    });
  }
}
