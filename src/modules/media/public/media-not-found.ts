import { AppError, type ErrorDetails, errorSpec } from '../../../platform/errors/app-error';

const NOT_FOUND = errorSpec({
  code: 'media_not_found',
  status: 404,
  meaning: 'There is no media file of this path among those that the caller may see.',
});

/** The same error for missing files and files of other owners. */
export class MediaNotFound extends AppError {
  /** @param param the param of a request that names the file; none when the request's path does */
  constructor(param?: string) {
    super(NOT_FOUND, ...wordsFor(param));
  }
}

function wordsFor(param: string | undefined): [detail: string, details: ErrorDetails] {
  if (param === undefined) return ['There is no such media file.', { hint: 'GET /api/media' }];
  return [
    `There is no such media file among yours: ${param} takes the path of one, as GET /api/media lists it. Upload what is a file of your own first.`,
    { hint: 'POST /api/media', extras: { param } },
  ];
}
