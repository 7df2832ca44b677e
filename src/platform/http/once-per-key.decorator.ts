import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { RequestWithCaller } from '../access/access.decorators';
import { Fails } from '../openapi/fails.decorator';
import { InvalidIdempotencyKey } from './http.errors';
import { IdempotencyService, type RepeatableRequest } from './idempotency.service';

const PRINTABLE = /^[\x20-\x7e]{1,200}$/;

export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && PRINTABLE.test(key);

/** `IdempotencyService.run` for the request that a handler handles, with the body as the handler got it. */
export type Once = <T extends object>(
  body: object | null,
  work: () => Promise<T>,
  recover?: (subject: string) => Promise<T | null>,
) => Promise<T>;

type WithoutBody = Omit<RepeatableRequest, 'body'>;

@Injectable()
class OncePipe implements PipeTransform<WithoutBody, Once> {
  constructor(private readonly idempotency: IdempotencyService) {}

  transform(request: WithoutBody): Once {
    return (body, work, recover) => this.idempotency.run({ ...request, body }, work, recover);
  }
}

/** Throws `InvalidIdempotencyKey`. */
const SentRequest = createParamDecorator((_: unknown, context: ExecutionContext): WithoutBody => {
  const http = context.switchToHttp();
  const { caller, method, path, headers } = http.getRequest<RequestWithCaller>();
  if (!caller) throw new Error('no guard has run on this route');
  const key = headers['idempotency-key'];
  if (key !== undefined && !isIdempotencyKey(key)) throw new InvalidIdempotencyKey();
  return { caller, route: `${method} ${path}`, key };
});

/** A function that runs work once per `Idempotency-Key`, and always for a request without one: {@link Once}. */
export const OncePerKey = () => SentRequest(OncePipe);

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
