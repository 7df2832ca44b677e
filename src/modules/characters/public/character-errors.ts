import { codedError } from '../../../platform/errors/app-error';

const ADVICE = {
  detail: 'There is no character with this id. POST /api/characters makes one.',
  hint: 'GET /api/characters',
};

export class CharacterNotFound extends codedError({
  code: 'character_not_found',
  status: 404,
  meaning:
    'There is no character with this id. Send another one, or none; POST /api/characters makes one.',
}) {
  /**
   * @param requested the one of several that a request names; none when its path does
   * @param advice for a character that something else than the request names
   */
  constructor(
    readonly requested?: string,
    { detail, hint }: { readonly detail: string; readonly hint: string } = ADVICE,
  ) {
    super(detail, {
      hint,
      ...(requested === undefined ? {} : { extras: { requested } }),
    });
  }
}

export class CharacterReadOnly extends codedError({
  code: 'character_read_only',
  status: 403,
  meaning:
    'The character was created with another key. Its creator and admins can replace, change and delete it; others create one with another id.',
}) {
  constructor() {
    super(
      'Another key created this character: only that key and admins can change it. Create one with another id.',
      { hint: 'POST /api/characters' },
    );
  }
}

export class CharacterLimitReached extends codedError({
  code: 'character_cap',
  status: 409,
  meaning:
    "The key has reached its limit of characters. Change one, or delete one that you don't need.",
}) {
  constructor(limit: number) {
    super(
      `A key may have ${limit} characters. Delete one that you no longer need, or change one.`,
      { hint: 'GET /api/characters', extras: { limit } },
    );
  }
}
