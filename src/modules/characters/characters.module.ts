import { Module } from '@nestjs/common';
import { CharacterReaderService } from './character-reader.service';
import { CharacterReader } from './public/character-reader';

/** Characters: reusable identities with base prompt, LoRA bindings and voice. */
@Module({
  providers: [{ provide: CharacterReader, useClass: CharacterReaderService }],
  exports: [CharacterReader],
})
export class CharactersModule {}
