import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { RequestPipe } from './request-pipe';

/** Validation of every request. The pipe can be injected, for requests that arrive inside of others. */
@Global()
@Module({
  providers: [RequestPipe, { provide: APP_PIPE, useExisting: RequestPipe }],
  exports: [RequestPipe],
})
export class ValidationModule {}
