import type { ArgumentMetadata } from '@nestjs/common';
import type { ConfigService } from '../../src/platform/config/config.service';
import { ValidationFailed } from '../../src/platform/errors/validation-failed';
import type { DtoClass } from '../../src/platform/validation/field';
import { RequestPipe } from '../../src/platform/validation/request-pipe';

const config = {
  current: () => ({ limits: { array_items: 1000, prompt_chars: 10 } }),
} as unknown as ConfigService;
/** The request pipe with small limits: 1,000 items, prompts of 10 characters. */
export const pipe = new RequestPipe(config);

export const runPipe = (
  value: unknown,
  type: ArgumentMetadata['type'],
  metatype: DtoClass,
): unknown => pipe.transform(value, { type, metatype });

/** The validation errors that `action` throws, as `[loc, type, ctx?]`; empty if it throws none. */
export function errorsOf(action: () => unknown): unknown[] {
  try {
    action();
  } catch (error) {
    if (error instanceof ValidationFailed)
      return error.errors.map(({ loc, type, ctx }) => [loc.join('.'), type, ...(ctx ? [ctx] : [])]);
    throw error;
  }
  return [];
}
