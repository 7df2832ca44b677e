import { Injectable } from '@nestjs/common';
import { CharacterReader } from './public/character-reader';

/** Characters are not implemented yet, so none exist. */
@Injectable()
export class CharacterReaderService extends CharacterReader {
  existing(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set<string>());
  }
}
