import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { AnyCaller } from '../access/access.decorators';
import { errorCatalogue, type ErrorSpec } from './app-error';

class ErrorCode implements ErrorSpec {
  @ApiProperty({ example: 'job_not_found', description: 'Stable: made to be compared.' })
  code: string;

  @ApiProperty({ type: 'integer', example: 404, description: 'The HTTP status it comes with.' })
  status: number;

  @ApiProperty({ description: 'When it happens.' })
  meaning: string;
}

class ErrorCodes {
  @ApiProperty({ type: () => ErrorCode, isArray: true })
  items: readonly ErrorSpec[];
}

@ApiTags('service')
@Controller('api/errors')
export class ErrorsController {
  @Get()
  @AnyCaller()
  @ApiOperation({
    operationId: 'listErrorCodes',
    summary: 'Every error code that this service answers',
  })
  @ApiOkResponse({ type: ErrorCodes })
  list(): { items: readonly ErrorSpec[] } {
    return { items: errorCatalogue() };
  }
}
