import { Injectable } from '@nestjs/common';
import { CharacterReader } from './public/character-reader';

/** The service keeps no characters yet, so none of any id exists. */
@Injectable()
export class CharacterReaderService extends CharacterReader {
  existing(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set<string>());
  }
}
