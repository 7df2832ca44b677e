import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { AnyCaller } from '../access/access.decorators';
import { WholeListResponse } from '../http/page.response';
import { errorCodeSchema, jobErrorCodeSchema } from './error-code-schema';
import {
  errorCatalogue,
  type ErrorSpec,
  fieldCodeCatalogue,
  type FieldCodeSpec,
  jobErrorCatalogue,
  type JobErrorSpec,
} from './app-error';

class ErrorCode implements ErrorSpec {
  @ApiProperty({
    ...errorCodeSchema(),
    example: 'job_not_found',
    description: 'Stable: compare it in your program.',
  })
  code: string;

  @ApiProperty({ type: 'integer', example: 404, description: 'The HTTP status it comes with.' })
  status: number;

  @ApiProperty({ description: 'When it happens, and what to do.' })
  meaning: string;
}

class JobErrorCode implements JobErrorSpec {
  @ApiProperty({
    ...jobErrorCodeSchema(),
    example: 'out_of_memory',
    description: 'Stable: compare it in your program.',
  })
  code: string;

  @ApiProperty({ enum: ['failed', 'cancelled'], description: "The job's status." })
  status: 'failed' | 'cancelled';

  @ApiProperty({ description: 'When it happens, and what to do.' })
  meaning: string;
}

class FieldCode implements FieldCodeSpec {
  @ApiProperty({
    example: 'webhook_delivery.error',
    description: 'The record or kind of event, a dot, and the field.',
  })
  field: string;

  @ApiProperty({ example: 'unknown_host', description: 'Stable: compare it in your program.' })
  code: string;

  @ApiProperty({ description: 'When it happens, and what to do.' })
  meaning: string;
}

class ErrorCodes extends WholeListResponse {
  @ApiProperty({ type: () => ErrorCode, isArray: true, description: 'Codes of failed requests.' })
  items: readonly ErrorSpec[];

  @ApiProperty({
    type: () => JobErrorCode,
    isArray: true,
    description: 'Codes in `error` of jobs that ended without success.',
  })
  job_errors: readonly JobErrorCode[];

  @ApiProperty({
    type: () => FieldCode,
    isArray: true,
    description: 'Codes in fields that come without a message.',
  })
  field_codes: readonly FieldCode[];
}

@ApiTags('service')
@Controller('api/errors')
export class ErrorsController {
  @Get()
  @AnyCaller()
  @ApiOperation({
    operationId: 'listErrorCodes',
    summary: 'Every error code that this service answers',
    description:
      '`items` come with failed requests, `job_errors` with jobs that ended without success, `field_codes` in other fields, such as the `error` of a webhook delivery. Codes are stable; their texts are not.',
  })
  @ApiOkResponse({ type: ErrorCodes })
  list(): ErrorCodes {
    return {
      items: errorCatalogue(),
      next_cursor: null,
      job_errors: jobErrorCatalogue(),
      field_codes: fieldCodeCatalogue(),
    };
  }
}
