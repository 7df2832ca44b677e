import { Module } from '@nestjs/common';
import { CharacterReaderService } from './character-reader.service';
import { CharacterReader } from './public/character-reader';

/** Reusable identities: base prompt, LoRA bindings, voice. */
@Module({
  providers: [{ provide: CharacterReader, useClass: CharacterReaderService }],
  exports: [CharacterReader],
})
export class CharactersModule {}
