import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { RequestPipe } from './request-pipe';

/** Validation of every request. */
@Module({ providers: [{ provide: APP_PIPE, useClass: RequestPipe }] })
export class ValidationModule {}
