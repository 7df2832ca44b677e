import { Injectable } from '@nestjs/common';
import { CharactersRepository } from './characters.repository';
import { CharacterReader, type CharacterTraits } from './public/character-reader';

@Injectable()
export class CharacterReaderService implements CharacterReader {
  constructor(private readonly rows: CharactersRepository) {}

  async find(ids: readonly string[]): Promise<ReadonlyMap<string, CharacterTraits>> {
    const traits = await this.rows.traits(ids);
    return new Map(traits.map((one) => [one.id, one]));
  }

  async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.rows.names(ids)).map(({ id, name }) => [id, name]));
  }

  withLoras(files: readonly string[]): Promise<readonly string[]> {
    return this.rows.withLoras(files);
  }
}
