import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Runs `work` with the providers of a module, without a server and without its log, and closes them afterwards. */
export async function withContext<T>(
  module: Type | DynamicModule,
  work: (context: INestApplicationContext) => Promise<T> | T,
): Promise<T> {
  const context = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
