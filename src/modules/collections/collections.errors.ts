import { AppError, errorSpec } from '../../platform/errors/app-error';

const COLLECTION_NOT_FOUND = errorSpec({
  code: 'collection_not_found',
  status: 404,
  meaning: 'There is no such collection, or it is not yours. GET /api/collections lists yours.',
});

/** The same answer for a collection that doesn't exist and for one of another owner. */
export class CollectionNotFound extends AppError {
  constructor() {
    super(COLLECTION_NOT_FOUND, 'There is no collection with this id.', {
      hint: 'GET /api/collections',
    });
  }
}

const COLLECTION_IS_SAVED = errorSpec({
  code: 'collection_is_saved',
  status: 409,
  meaning:
    'The collection holds what its filter finds, so nothing can be put into it or taken out. Change its filter, or make a manual collection.',
});

export class NotAManualCollection extends AppError {
  constructor() {
    super(
      COLLECTION_IS_SAVED,
      'This collection holds what its filter finds. Change its filter, or make a manual collection for single media.',
    );
  }
}

const COLLECTION_LIMIT_REACHED = errorSpec({
  code: 'collection_cap',
  status: 409,
  meaning:
    "The key has reached its limit of collections. Delete one that you don't need, or change one.",
});

export class CollectionLimitReached extends AppError {
  constructor(limit: number) {
    super(
      COLLECTION_LIMIT_REACHED,
      `A key may have ${limit} collections. Delete one that you no longer need, or change one.`,
      { hint: 'GET /api/collections', extras: { limit } },
    );
  }
}
