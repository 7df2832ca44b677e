import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { Str } from '../../../platform/validation/body-fields';
import { UndoService } from './undo.service';

class UndoParams {
  @Str({
    min: 1,
    max: 100,
    description: 'The `undo.token` of the change.',
    example: 'mJ3wq0zXx1Tn8d5yq8cM2g9m1sVhJb0yJ7y3o4p5q6r',
  })
  token: string;
}

/** `POST /api/undo/{token}`. */
class UndoneResponse {
  @ApiProperty({ type: 'integer', description: 'How many media are as before.', example: 2 })
  undone: number;
}

@ApiTags('media')
@Controller('api/undo')
@AnyCaller()
export class UndoController {
  constructor(private readonly undos: UndoService) {}

  @Post(':token')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'undoMediaChange',
    summary: 'Take back a change of media',
    description:
      'Once, within 24 hours: every changed field gets its former value. What somebody has changed since stays as it is, and 409 `undo_stale` names it.',
  })
  @ApiOkResponse({ type: UndoneResponse })
  undo(
    @CurrentCaller() caller: Caller,
    @Param() { token }: UndoParams,
  ): Promise<Plain<UndoneResponse>> {
    return this.undos.undo(caller, token);
  }
}
