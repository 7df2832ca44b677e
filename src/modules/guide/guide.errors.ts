import { codedError } from '../../platform/errors/app-error';

export class ChapterNotFound extends codedError({
  code: 'chapter_not_found',
  status: 404,
  meaning: 'The guide has no chapter of this name. `chapters` names those that it has.',
}) {
  constructor(chapters: readonly string[]) {
    super(`The guide has the chapters ${chapters.join(', ')}.`, {
      hint: 'GET /api/guide',
      extras: { chapters },
    });
  }
}
