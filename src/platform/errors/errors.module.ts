import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorFilter } from './error.filter';
import { ErrorsController } from './errors.controller';

/** Renders errors as answers, and lists all error codes at `GET /api/errors`. */
@Module({
  controllers: [ErrorsController],
  providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
})
export class ErrorsModule {}
