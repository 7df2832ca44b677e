import { codedError } from '../../platform/errors/app-error';

/** The same answer for a collection that doesn't exist and for one of another owner. */
export class CollectionNotFound extends codedError({
  code: 'collection_not_found',
  status: 404,
  meaning: 'There is no such collection, or it is not yours. GET /api/collections lists yours.',
}) {
  constructor() {
    super('There is no collection with this id.', { hint: 'GET /api/collections' });
  }
}

export class NotAManualCollection extends codedError({
  code: 'collection_is_saved',
  status: 409,
  meaning:
    'The collection holds what its filter finds, so nothing can be put into it or taken out. Change its filter, or make a manual collection.',
}) {
  constructor() {
    super(
      'This collection holds what its filter finds. Change its filter, or make a manual collection for single media.',
    );
  }
}

export class CollectionLimitReached extends codedError({
  code: 'collection_cap',
  status: 409,
  meaning:
    "The key has reached its limit of collections. Delete one that you don't need, or change one.",
}) {
  constructor(limit: number) {
    super(
      `A key may have ${limit} collections. Delete one that you no longer need, or change one.`,
      { hint: 'GET /api/collections', extras: { limit } },
    );
  }
}
