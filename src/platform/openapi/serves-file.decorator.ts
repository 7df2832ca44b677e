import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { Fails } from './fails.decorator';
import { NotModified } from './not-modified.decorator';

const BYTES = { type: 'string', format: 'binary' };

/** Documents a route that sends a file by `sendContent`: whole, a range of it, or not at all when the client has it. */
export const ServesFile = (...mimeTypes: readonly string[]) =>
  applyDecorators(
    ApiProduces(...mimeTypes),
    ApiOkResponse({ schema: BYTES }),
    ApiResponse({ status: 206, description: 'The range that was asked for.', schema: BYTES }),
    NotModified(),
    Fails(416),
  );
