import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { MediaModule } from '../media/media.module';
import { CharacterImagesService } from './character-images.service';
import { CharacterReferencesService } from './character-references.service';
import { CharacterReaderService } from './character-reader.service';
import { CharacterEntity } from './character.entity';
import { CharactersController } from './characters.controller';
import { CharactersRepository } from './characters.repository';
import { CharactersService } from './characters.service';
import { CharacterEditor } from './public/character-editor';
import { CharacterReader } from './public/character-reader';

registerFeature('characters');

/** Characters: reusable identities with base prompt, LoRA bindings and voice. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([CharacterEntity]), MediaModule],
  controllers: [CharactersController],
  providers: [
    CharactersService,
    CharacterImagesService,
    CharacterReferencesService,
    CharactersRepository,
    { provide: CharacterReader, useClass: CharacterReaderService },
    { provide: CharacterEditor, useExisting: CharactersService },
  ],
  exports: [CharacterReader, CharacterEditor],
})
export class CharactersModule {}
