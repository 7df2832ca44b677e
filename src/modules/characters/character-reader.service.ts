import { Injectable } from '@nestjs/common';
import type { CharacterReader } from './public/character-reader';

/** The service keeps no characters yet, so none of any id exists. */
@Injectable()
export class CharacterReaderService implements CharacterReader {
  existing(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set<string>());
  }
}
