import { AppError, errorSpec } from '../../../platform/errors/app-error';

const NOT_FOUND = errorSpec({
  code: 'character_not_found',
  status: 404,
  meaning:
    'There is no character with this id. Send another one, or none; POST /api/characters makes one.',
});

const ADVICE = {
  detail: 'There is no character with this id. POST /api/characters makes one.',
  hint: 'GET /api/characters',
};

export class CharacterNotFound extends AppError {
  /**
   * @param requested the one of several that a request names; none when its path does
   * @param advice for a character that something else than the request names
   */
  constructor(
    readonly requested?: string,
    { detail, hint }: { readonly detail: string; readonly hint: string } = ADVICE,
  ) {
    super(NOT_FOUND, detail, {
      hint,
      ...(requested === undefined ? {} : { extras: { requested } }),
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

const LIMIT_REACHED = errorSpec({
  code: 'character_cap',
  status: 409,
  meaning:
    "The key has reached its limit of characters. Change one, or delete one that you don't need.",
});

export class CharacterLimitReached extends AppError {
  constructor(limit: number) {
    super(
      LIMIT_REACHED,
      `A key may have ${limit} characters. Delete one that you no longer need, or change one.`,
      { hint: 'GET /api/characters', extras: { limit } },
    );
  }
}
