import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** Reads `SKILL.md` from the root of the repository: three folders up, in `src` and in `dist` alike. */
@Injectable()
export class GuideTemplateStore {
  private readonly file = join(__dirname, '..', '..', '..', 'SKILL.md');

  read(): Promise<string> {
    return readFile(this.file, 'utf8');
  }
}
