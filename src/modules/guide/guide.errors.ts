import { AppError, errorSpec } from '../../platform/errors/app-error';
import { CHAPTERS } from './chapters/chapters';

const CHAPTER_NOT_FOUND = errorSpec({
  code: 'chapter_not_found',
  status: 404,
  meaning: 'The guide has no chapter of this name. `chapters` names those that it has.',
});

export class ChapterNotFound extends AppError {
  constructor() {
    const chapters = Object.keys(CHAPTERS);
    super(CHAPTER_NOT_FOUND, `The guide has the chapters ${chapters.join(', ')}.`, {
      hint: 'GET /api/guide',
      extras: { chapters },
    });
  }
}
