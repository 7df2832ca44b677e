import { ApiResponse } from '@nestjs/swagger';

/** Documents that the route has an `ETag`, and answers 304 to clients that have its content. */
export const NotModified = (): MethodDecorator =>
  ApiResponse({ status: 304, description: 'The client has it already (If-None-Match).' });
