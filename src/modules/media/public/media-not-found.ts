import { AppError, errorSpec } from '../../../platform/errors/app-error';

const NOT_FOUND = errorSpec({
  code: 'media_not_found',
  status: 404,
  meaning: 'There is no media file of this path among those that the caller may see.',
});

/** One answer for "not there" and "not yours". */
export class MediaNotFound extends AppError {
  constructor() {
    super(NOT_FOUND, 'There is no such media file.', { hint: 'GET /api/media' });
  }
}
