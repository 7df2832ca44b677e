import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorFilter } from './error.filter';
import { ErrorsController } from './errors.controller';

/** Errors as answers, and their list. */
@Module({
  controllers: [ErrorsController],
  providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
})
export class ErrorsModule {}
