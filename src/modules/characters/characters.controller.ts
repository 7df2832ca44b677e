import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { PageQuery } from '../../platform/http/paging';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import { MediaPage } from '../media/public/media-lists';
import { CharactersService } from './characters.service';
import {
  CharacterDto,
  CharacterParams,
  CharacterPatchDto,
  CharactersQuery,
} from './dto/character.request';
import {
  type CharacterPage,
  CharacterPageResponse,
  type CharacterRecord,
  CharacterResponse,
  DeletedCharacterResponse,
} from './dto/character.response';

/** Routes of characters. */
@ApiTags('characters')
@Controller('api/characters')
@AnyCaller()
export class CharactersController {
  constructor(private readonly characters: CharactersService) {}

  @Get()
  @ApiOperation({
    operationId: 'listCharacters',
    summary: 'List characters, newest first',
    description: 'Those that the key may use, whoever created them.',
  })
  @ApiOkResponse({ type: CharacterPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: CharactersQuery): Promise<CharacterPage> {
    return this.characters.page(caller, query);
  }

  @Post()
  @HttpCode(200)
  @Fails(404, 409)
  @ApiOperation({
    operationId: 'putCharacter',
    summary: 'Create a character, or replace the one with this id',
    description:
      'The same body twice gives the same character. Every key may use a character; only the key that created it, and admins, replace, change and delete it. Bind it in a generate request: `"character": "mara"`.',
  })
  @ApiBody({
    type: CharacterDto,
    examples: {
      mara: {
        summary: 'A woman with a LoRA',
        value: {
          id: 'mara',
          name: 'Mara',
          trigger: 'mara_tok',
          base_prompt: 'a woman with short red hair, freckles',
          loras: [{ workflow: 'sdxl-t2i', name: 'mara-sdxl.safetensors', strength: 0.8 }],
          voice: { voice_id: 'EXAVITQu4vr', name: 'Sarah' },
          defaults: { negative: 'hat, glasses' },
        },
      },
    },
  })
  @ApiOkResponse({ type: CharacterResponse })
  put(@CurrentCaller() caller: Caller, @Body() body: CharacterDto): Promise<CharacterRecord> {
    return this.characters.put(caller, body);
  }

  @Get(':character_id')
  @ApiOperation({
    operationId: 'getCharacter',
    summary: 'One character',
    description: 'The character as generate requests use it.',
  })
  @ApiOkResponse({ type: CharacterResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { character_id }: CharacterParams,
  ): Promise<CharacterRecord> {
    return this.characters.get(caller, character_id);
  }

  @Get(':character_id/media')
  @ApiOperation({
    operationId: 'listCharacterMedia',
    summary: 'List the media that show a character, newest first',
    description:
      'What you made and uploaded yourself; admins see the media of all. `GET /api/media?character=` takes more filters, and lists what shows a deleted character.',
  })
  @ApiOkResponse({ type: MediaPage })
  media(
    @CurrentCaller() caller: Caller,
    @Param() { character_id }: CharacterParams,
    @Query() query: PageQuery,
  ): Promise<Plain<MediaPage>> {
    return this.characters.media(caller, character_id, query);
  }

  @Patch(':character_id')
  @ApiOperation({
    operationId: 'updateCharacter',
    summary: 'Change fields of a character',
    description:
      'Only the sent fields change, each as a whole; null resets one. For the key that created the character, and admins.',
  })
  @ApiBody({
    type: CharacterPatchDto,
    examples: {
      trigger: { summary: 'Another trigger', value: { trigger: 'mara_v2' } },
      silent: { summary: 'Without a voice', value: { voice: null } },
    },
  })
  @ApiOkResponse({ type: CharacterResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { character_id }: CharacterParams,
    @Body() body: CharacterPatchDto,
  ): Promise<CharacterRecord> {
    return this.characters.update(caller, character_id, body);
  }

  @Delete(':character_id')
  @ApiOperation({
    operationId: 'deleteCharacter',
    summary: 'Delete a character',
    description:
      'Media and jobs that show it keep its id. For the key that created the character, and admins.',
  })
  @ApiOkResponse({ type: DeletedCharacterResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { character_id }: CharacterParams,
  ): Promise<Plain<DeletedCharacterResponse>> {
    return this.characters.delete(caller, character_id);
  }
}
