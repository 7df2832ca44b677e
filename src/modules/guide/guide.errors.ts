import { codedError } from '../../platform/errors/app-error';
import { CHAPTERS } from './chapters/chapters';

export class ChapterNotFound extends codedError({
  code: 'chapter_not_found',
  status: 404,
  meaning: 'The guide has no chapter of this name. `chapters` names those that it has.',
}) {
  constructor() {
    const chapters = Object.keys(CHAPTERS);
    super(`The guide has the chapters ${chapters.join(', ')}.`, {
      hint: 'GET /api/guide',
      extras: { chapters },
    });
  }
}
