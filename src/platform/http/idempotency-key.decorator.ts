import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { Fails } from '../openapi/fails.decorator';
import { InvalidIdempotencyKey } from './http.errors';

const PRINTABLE = /^[\x20-\x7e]{1,200}$/;

export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && PRINTABLE.test(key);

/** The request's `Idempotency-Key`, undefined when none was sent. Throws `InvalidIdempotencyKey`. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const sent = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
    if (sent === undefined) return undefined;
    if (!isIdempotencyKey(sent)) throw new InvalidIdempotencyKey();
    return sent;
  },
);

/** Documents the header on a route that takes it. */
export const Repeatable = () =>
  applyDecorators(
    Fails(400, 409),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Makes a repeat safe: the same key with the same body within 24 hours returns the first response again, with `Idempotent-Replayed: true`, and runs nothing twice.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    }),
  );
